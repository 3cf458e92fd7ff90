import { useEffect, useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { CoolingOffStatusView } from '../../routes/cooling-off/cooling-off.types.ts';
import { api } from '../data/api.ts';
import { LoadingRows } from '../parts/loading-rows.tsx';
import { moneyText } from '../parts/values/money-text.ts';
import { dateText } from '../parts/values/time-text.ts';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import { Facts } from '../parts/values/facts.tsx';
import { Field } from '../parts/form/field.tsx';
import { problemText } from './problem-text.ts';
import type { SaleActionProps } from './sale-action.types.ts';

/** The buyer's right to return the purchase, on their word: whether it is still in time, and what goes back. */
export function CoolingOffSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [ticket, setTicket] = useState('');
  const [view, setView] = useState<CoolingOffStatusView | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const leaving = new AbortController();
    api
      .get<CoolingOffStatusView>(`/cooling-off/${orderId}`, { signal: leaving.signal })
      .then(setView, (failed: unknown) => {
        if (!leaving.signal.aborted) setError(failed);
      });
    return () => leaving.abort();
  }, [orderId]);
  const act = async (): Promise<string> => {
    await api.post(`/cooling-off/${orderId}`, { body: { ticket: ticket.trim() } });
    return t('act.cooling-off.done');
  };
  return (
    <ActSheet
      title={t('act.cooling-off.title')}
      label={t('act.cooling-off.do')}
      isDanger
      isReady={view?.standing === 'open' && ticket.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      {error !== null && <p className={css['failure']}>{problemText(t, error)}</p>}
      {error === null && view === null && <LoadingRows rows={3} />}
      {view !== null && (
        <>
          <p data-state={view.standing}>
            {t(`act.cooling-off.standing.${view.standing}`, {
              day: view.lastDay === null ? '' : dateText(view.lastDay, t.locale),
            })}
          </p>
          {view.standing === 'open' && (
            <Facts
              rows={[
                [t('act.cooling-off.amount'), moneyText(view.amount, t.locale, view.currency)],
                [t('act.cooling-off.ends'), t(`act.cooling-off.ends.${view.ends}`)],
                ...(view.needsAccount
                  ? [[t('act.cooling-off.account'), t('act.cooling-off.account.text')] as const]
                  : []),
              ]}
            />
          )}
        </>
      )}
      <Field
        label={t('act.cooling-off.ticket')}
        hint={t('act.ticket.hint')}
        value={ticket}
        onChange={setTicket}
        maxLength={200}
      />
    </ActSheet>
  );
}
