import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { dateText } from '../../parts/values/time-text.ts';
import { Time } from '../../parts/values/time.tsx';
import { useSale } from './sale-context.tsx';
import { SidePart, SideRow } from './side-part.tsx';
import { unitsOf } from './value-text.ts';

/** Whether the buyer can use what they bought. */
export function AccessPart() {
  const t = useWords();
  const { sale, timeZone } = useSale();
  const last = sale.access.findLast(({ step }) => step === 'opened' || step === 'closed');
  const used = sale.access.findLast(({ step }) => step === 'link-used');
  return (
    <SidePart title={t('sale.access')} empty={t('sale.access.none')} isEmpty={last === undefined}>
      {last !== undefined && (
        <SideRow
          what={<StateWord tone={last.state === 'active' ? 'ok' : 'lost'}>{t(`sale.access.${last.state}`)}</StateWord>}
          more={
            <>
              {last.cause !== null && `${t(`sale.access-cause.${last.cause}`)} · `}
              {used === undefined ? (
                t('sale.access.unused')
              ) : (
                <>
                  {t('sale.access.used')} <Time at={used.at} timeZone={timeZone} />
                </>
              )}
            </>
          }
        >
          <Time at={last.at} timeZone={timeZone} />
        </SideRow>
      )}
    </SidePart>
  );
}

const subscriptionTone: Readonly<Record<string, Tone>> = {
  trialing: 'ok',
  active: 'ok',
  'past-due': 'needs',
  suspended: 'needs',
};

export function SubscriptionPart() {
  const t = useWords();
  const { subscription, order } = useSale().sale;
  return (
    <SidePart title={t('sale.subscription')} isEmpty={subscription === null}>
      {subscription !== null && (
        <>
          <SideRow
            what={
              <StateWord tone={subscriptionTone[subscription.state] ?? 'quiet'}>
                {t(`sale.subscription.${subscription.state}`)}
              </StateWord>
            }
            more={<CopyableId value={subscription.id} name={t('sale.link.subscription')} isShort />}
          >
            <Money units={unitsOf(subscription.amount)} currency={order.currency} />
          </SideRow>
          <SideRow what={t('sale.subscription.until')}>{dateText(subscription.periodEnd, t.locale)}</SideRow>
          {subscription.nextChargeOn !== null && subscription.state !== 'canceled' && (
            <SideRow what={t('sale.subscription.next')}>{dateText(subscription.nextChargeOn, t.locale)}</SideRow>
          )}
        </>
      )}
    </SidePart>
  );
}

export function DocumentsPart() {
  const t = useWords();
  const { sale, timeZone } = useSale();
  const documents = sale.documents.filter(({ kind }) => kind !== 'consent');
  return (
    <SidePart title={t('sale.documents')} isEmpty={documents.length === 0}>
      {documents.map(({ id, kind, state, number, refusal, at }) => (
        <SideRow
          key={id}
          what={t(`sale.document.${kind}`)}
          more={
            <>
              {number !== null && <CopyableId value={number} name={t('sale.document.number')} />}
              {refusal}
            </>
          }
        >
          {kind === 'fiscal-note' ? (
            <StateWord tone={state === 'refused' ? 'needs' : state === 'issued' ? 'ok' : 'quiet'}>
              {t(`sale.note-state.${state}`)}
            </StateWord>
          ) : (
            <Time at={at} timeZone={timeZone} />
          )}
        </SideRow>
      ))}
    </SidePart>
  );
}

/** Sales that belong to this one. */
export function RelatedPart() {
  const t = useWords();
  const { sale, timeZone } = useSale();
  return (
    <SidePart title={t('sale.related')} isEmpty={sale.related.length === 0}>
      {sale.related.map((one) => (
        <SideRow
          key={one.id}
          what={<Link to={`/sales/${one.id}`}>{t('sale.title', { number: one.number })}</Link>}
          more={
            <>
              {t(`sale.relation.${one.relation}`)} · {one.product} · {t(`sales.state.${one.state}`)} ·{' '}
              <Time at={one.createdAt} timeZone={timeZone} />
            </>
          }
        >
          <Money units={unitsOf(one.total)} currency={one.currency} />
        </SideRow>
      ))}
    </SidePart>
  );
}
