import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SubscriptionItem } from '../../../routes/subscriptions/subscriptions.types.ts';
import type { Column } from '../table/data-table.tsx';
import { Money } from '../values/money.tsx';
import { StateWord, type Tone } from '../values/state-word.tsx';
import { productNow } from '../../data/now.ts';
import { nearDateText } from '../values/time-text.ts';
import { buyerText } from './sale-cells.tsx';
import css from './subscription-periods.module.css';

const tones: Readonly<Record<SubscriptionItem['state'], Tone>> = {
  trialing: 'waits',
  active: 'ok',
  'past-due': 'needs',
  paused: 'quiet',
  suspended: 'lost',
  canceled: 'quiet',
};

/** Columns of a list of subscriptions; `isMixed`: amounts of several currencies stand together. */
export function subscriptionColumns(t: Translator, isMixed: boolean): readonly Column<SubscriptionItem>[] {
  return [
    {
      id: 'buyer',
      header: t('sales.column.buyer'),
      cell: ({ buyer }) => buyerText(t, buyer),
      isWide: true,
      narrow: 'title',
    },
    {
      id: 'state',
      header: t('sales.column.state'),
      cell: ({ state }) => <StateWord tone={tones[state]}>{t(`subscriptions.state.${state}`)}</StateWord>,
      narrow: 'detail',
    },
    { id: 'plan', header: t('sales.column.product'), cell: ({ productCode, planId }) => `${productCode} · ${planId}` },
    {
      id: 'amount',
      header: t('sales.column.amount'),
      cell: ({ amount, currency }) => <Money units={amount} currency={currency} isMixed={isMixed} />,
      isEnd: true,
      narrow: 'title-end',
    },
    {
      id: 'next',
      header: t('subscriptions.column.next'),
      cell: ({ nextChargeOn, cancelsOn, state }) =>
        cancelsOn !== null && state !== 'canceled'
          ? t('subscriptions.ends', { day: nearDateText(cancelsOn, productNow(), t.locale) })
          : nextChargeOn === null
            ? '–'
            : nearDateText(nextChargeOn, productNow(), t.locale),
      narrow: 'detail-end',
    },
    {
      id: 'instrument',
      header: t('subscriptions.column.instrument'),
      cell: ({ instrument }) => t(`subscriptions.instrument.${instrument}`),
      isSpare: true,
    },
    {
      id: 'tries',
      header: t('subscriptions.column.tries'),
      cell: ({ periods }) => periods.at(-1)?.tries ?? 0,
      isEnd: true,
      isSpare: true,
    },
    { id: 'periods', header: t('subscriptions.column.periods'), cell: ({ periods }) => <Periods periods={periods} /> },
  ];
}

/** The newest twelve billing periods as squares, each with its words for who does not see its colour. */
function Periods({ periods }: Pick<SubscriptionItem, 'periods'>) {
  const t = useWords();
  if (periods.length === 0) return '–';
  const words = periods.map(({ number, state }) => `${number}: ${t(`subscriptions.period.${state}`)}`).join(', ');
  return (
    <span className={css['periods']} role="img" aria-label={words}>
      {periods.map(({ number, state, startsOn }) => (
        <span
          key={number}
          className={css['period']}
          data-period={state}
          data-tip={`${nearDateText(startsOn, productNow(), t.locale)} · ${t(`subscriptions.period.${state}`)}`}
        />
      ))}
    </span>
  );
}
