import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { AskedCharge, RenewedCharge } from '../../routes/charges/charges.types.ts';
import { api } from '../data/api.ts';
import { moneyText } from '../parts/values/money-text.ts';
import { Time } from '../parts/values/time.tsx';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import { CopyableText } from './copyable-text.tsx';
import { Facts } from '../parts/values/facts.tsx';
import type { SaleActionProps } from './sale-action.types.ts';

/** A new code or slip of the same payment, at the same price. */
export function RenewCodeSheet({ attemptId, onClose }: SaleActionProps) {
  const t = useWords();
  const [key] = useState(() => crypto.randomUUID());
  const [renewed, setRenewed] = useState<RenewedCharge | null>(null);
  const act = async (): Promise<null> => {
    setRenewed(await api.post<RenewedCharge>(`/charges/${attemptId ?? ''}/renew`, { body: { key } }));
    return null;
  };
  return (
    <ActSheet
      title={t('act.code.title')}
      label={t('act.code.do')}
      isReady={renewed === null}
      onAct={act}
      onClose={() => onClose(renewed !== null)}
    >
      <p>{t('act.code.text')}</p>
      {renewed !== null && (
        <div className={css['result']}>
          <Facts
            rows={[
              [t('act.code.amount'), moneyText(renewed.amount, t.locale, renewed.currency)],
              [t('act.until'), <Time key="until" at={renewed.expiresAt} isFocusable />],
            ]}
          />
          {renewed.code === null ? (
            <p>{t('act.code.none')}</p>
          ) : (
            <CopyableText name={t('act.code.name')} value={renewed.code} />
          )}
        </div>
      )}
    </ActSheet>
  );
}

/** Asks the company about a charge now, in place of waiting for the next round. */
export function AskCompanySheet({ attemptId, onClose }: SaleActionProps) {
  const t = useWords();
  const [asked, setAsked] = useState<AskedCharge | null>(null);
  const act = async (): Promise<null> => {
    setAsked(await api.post<AskedCharge>(`/charges/${attemptId ?? ''}/ask`));
    return null;
  };
  const said = (one: AskedCharge): string => {
    if (one.isUnanswered) return t('act.ask.unanswered');
    return t(one.hasChanged ? 'act.ask.changed' : 'act.ask.same');
  };
  return (
    <ActSheet
      title={t('act.ask.title')}
      label={t('act.ask.do')}
      isReady
      onAct={act}
      onClose={() => onClose(asked?.hasChanged === true)}
    >
      <p>{t('act.ask.text')}</p>
      {asked !== null && (
        <p className={css['result']} role="status">
          {said(asked)}
        </p>
      )}
    </ActSheet>
  );
}
