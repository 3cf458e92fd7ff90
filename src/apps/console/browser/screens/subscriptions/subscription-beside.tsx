import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SubscriptionItem } from '../../../routes/subscriptions/subscriptions.types.ts';
import { Beside, BesideTitle } from '../../parts/beside.tsx';
import { buyerText } from '../../parts/sales/sale-cells.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { moneyText } from '../../parts/values/money-text.ts';
import { productNow } from '../../data/now.ts';
import { nearDateText } from '../../parts/values/time-text.ts';
import css from './subscriptions.module.css';

/** A subscription beside its list, with each of its newest billing periods in words. */
export function SubscriptionBeside({
  subscription,
  closeHref,
}: {
  readonly subscription: SubscriptionItem;
  readonly closeHref: string;
}) {
  const t = useWords();
  const { id, leadId, orderId, buyer, productCode, planId, amount, currency, periods, state } = subscription;
  return (
    <Beside
      label={t('subscriptions.one')}
      closeHref={closeHref}
      head={<BesideTitle>{buyerText(t, buyer)}</BesideTitle>}
      links={
        <>
          {orderId !== null && <Link to={`/sales/${orderId}`}>{t('subscriptions.first')}</Link>}
          <Link to={`/people/${leadId}`}>{t('subscriptions.person')}</Link>
        </>
      }
    >
      <p className={css['meta']}>
        {t(`subscriptions.state.${state}`)} · {productCode} · {planId} · {moneyText(amount, t.locale, currency)}
      </p>
      <CopyableId value={id} name={t('subscriptions.one')} isShort />
      <ol className={css['periods']}>
        {periods.toReversed().map(({ number, startsOn, state: period, tries }) => (
          <li key={number} className={css['period']}>
            <span>{nearDateText(startsOn, productNow(), t.locale)}</span>
            <span>{t(`subscriptions.period.${period}`)}</span>
            <span>{tries > 1 ? t('subscriptions.tries', { count: tries }) : ''}</span>
          </li>
        ))}
      </ol>
    </Beside>
  );
}
