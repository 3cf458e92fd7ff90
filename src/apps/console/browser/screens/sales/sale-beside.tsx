import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleItem } from '../../../routes/sales/sale-item.types.ts';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { Beside, BesideTitle } from '../../parts/beside.tsx';
import { buyerText, SaleState, SaleTroubles } from '../../parts/sales/sale-cells.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { methodsText } from '../../parts/values/method-text.ts';
import { moneyText } from '../../parts/values/money-text.ts';
import { Time } from '../../parts/values/time.tsx';
import { Explanation } from '../sale/explanation.tsx';
import { eventText } from '../sale/timeline-event.tsx';
import css from './sales.module.css';

const newestEvents = 6;

interface SaleBesideProps {
  readonly sale: SaleItem;
  /** Null: it could not be read; the list knows enough to say what it is. */
  readonly answer: SaleAnswer | null;
  readonly closeHref: string;
}

/** A sale beside the list: why it is as it is, what it is, and what happened last; its page has the rest. */
export function SaleBeside({ sale, answer, closeHref }: SaleBesideProps) {
  const t = useWords();
  const { currency, total, received, returned } = sale;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [
      t('sales.column.buyer'),
      <Link key="buyer" to={`/people/${sale.leadId}`}>
        {buyerText(t, sale.buyer)}
      </Link>,
    ],
    [t('sales.email'), sale.buyer?.email ?? '–'],
    [t('sales.column.product'), `${sale.productCode} · ${sale.planId}`],
    [t('sales.column.amount'), moneyText(total, t.locale, currency)],
    [
      t('sales.kept'),
      `${moneyText(received, t.locale)} − ${moneyText(returned, t.locale)} = ${moneyText(received - returned, t.locale)}`,
    ],
    [t('sales.column.method'), methodsText(t, sale.methods, sale.last4) || '–'],
    [t('sales.filter.kind'), t(`sales.kind.${sale.kind}`)],
    [t('sales.column.seller'), sale.seller],
    [t('sales.column.source'), sale.source],
    [t('sales.began'), <Time key="began" at={sale.beganAt} timeZone={sale.timeZone} isFocusable />],
    [
      t('sales.paid'),
      sale.paidAt === null ? '–' : <Time key="paid" at={sale.paidAt} timeZone={sale.timeZone} isFocusable />,
    ],
    [t('sales.id'), <CopyableId key="id" value={sale.orderId} name={t('sales.id')} isShort />],
  ];
  return (
    <Beside
      label={sale.reference}
      closeHref={closeHref}
      head={
        <header className={css['head']}>
          <BesideTitle>
            <code className={css['reference']}>{sale.reference}</code>
          </BesideTitle>
          <SaleState state={sale.state} />
          <SaleTroubles troubles={sale.troubles} />
        </header>
      }
      links={<Link to={`/sales/${sale.orderId}`}>{t('sales.open')}</Link>}
    >
      {answer !== null && <Explanation answer={answer} />}
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} className={css['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {answer !== null && (
        <ol className={css['events']} aria-label={t('sales.events')}>
          {answer.events
            .slice(-newestEvents)
            .toReversed()
            .map((event) => (
              <li key={event.id} className={css['event']}>
                <Time at={event.at} timeZone={answer.timeZone} />
                <span>{eventText(event, t)}</span>
              </li>
            ))}
        </ol>
      )}
    </Beside>
  );
}
