import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputeCase } from '../../../routes/disputes/disputes.types.ts';
import { api } from '../../data/api.ts';
import { useNow } from '../../data/now.ts';
import { Button } from '../../parts/button.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Facts } from '../../parts/values/facts.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { standingOf, standingTones } from '../disputes/dispute-standing.ts';
import { ConcedeSheet } from './concede-sheet.tsx';
import css from './dispute.module.css';
import { EvidenceCards } from './evidence-cards.tsx';
import { Responses } from './responses.tsx';
import { ResponseSheet } from './response-sheet.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => api.get<DisputeCase>(`/disputes/${params['id'] ?? ''}`);

export function Component() {
  const t = useWords();
  const dispute = useLoaderData<typeof loader>();
  const [sheet, setSheet] = useState<'respond' | 'concede' | null>(null);
  const standing = standingOf(dispute, useNow());
  const close = (): void => setSheet(null);
  const isOpen = dispute.outcome === null;
  return (
    <>
      <ScreenHead
        title={t('dispute.title', { order: dispute.orderReference })}
        beside={
          <>
            <Money units={dispute.amount} currency={dispute.currency} isMixed />
            <StateWord tone={standingTones[standing]}>{t(`disputes.standing.${standing}`)}</StateWord>
          </>
        }
        actions={
          dispute.mayAnswer &&
          isOpen && (
            <>
              <Button kind="danger" onPress={() => setSheet('concede')}>
                {t('dispute.concede')}
              </Button>
              <Button kind="primary" isDisabled={dispute.who.isErased} onPress={() => setSheet('respond')}>
                {t('dispute.respond')}
              </Button>
            </>
          )
        }
      >
        <nav>
          <Link to="/disputes">{t('disputes.title')}</Link>
          {' · '}
          <Link to={`/sales/${dispute.orderId}`}>{t('dispute.open-sale')}</Link>
        </nav>
      </ScreenHead>
      <div className={css['category']}>
        <section className={css['block']}>
          <h2>{t(`disputes.category.${dispute.category}`)}</h2>
          <p>{t(`dispute.says.${dispute.category}`)}</p>
          <p className={css['advice']}>{t(`dispute.advice.${dispute.category}`)}</p>
        </section>
        <Facts
          rows={[
            [
              t('disputes.due'),
              dispute.evidenceDue === null ? (
                t('dispute.untold')
              ) : (
                <Time key="due" at={dispute.evidenceDue} timeZone={dispute.timeZone} isFocusable />
              ),
            ],
            [t('disputes.stage'), t(`disputes.stage.${dispute.stage}`)],
            [t('dispute.reason'), dispute.reason],
            [
              t('disputes.method'),
              dispute.scheme === null ? dispute.method : `${dispute.scheme} · ${dispute.last4 ?? ''}`,
            ],
            [t('dispute.company'), dispute.gateway],
            [t('dispute.case'), <CopyableId key="case" value={dispute.movementId} name={t('dispute.case')} isShort />],
            [t('disputes.at'), <Time key="at" at={dispute.occurredAt} timeZone={dispute.timeZone} isFocusable />],
            [
              t('disputes.decided-at'),
              dispute.decidedAt === null ? null : (
                <Time key="decided" at={dispute.decidedAt} timeZone={dispute.timeZone} isFocusable />
              ),
            ],
          ]}
        />
      </div>
      <EvidenceCards dispute={dispute} />
      <Responses dispute={dispute} />
      <ResponseSheet dispute={dispute} isOpen={sheet === 'respond'} onClose={close} />
      <ConcedeSheet dispute={dispute} isOpen={sheet === 'concede'} onClose={close} />
    </>
  );
}
