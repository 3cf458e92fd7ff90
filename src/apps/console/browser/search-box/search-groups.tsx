import type { Translator } from '#src/ui/words/translator.ts';
import type { SearchAnswer } from '../../routes/search/search.types.ts';
import type { NavScreen } from '../frame/screen-routes.ts';
import type { CommandGroup, CommandItem } from '../parts/command/command-dialog.tsx';
import { buyerText, SaleState } from '../parts/sales/sale-cells.tsx';
import { methodsText } from '../parts/values/method-text.ts';
import { moneyText } from '../parts/values/money-text.ts';
import { Time } from '../parts/values/time.tsx';
import css from './search-box.module.css';

type FoundItem = SearchAnswer['sales'][number];
type Go = (address: string) => void;

/** Sales, people and subscriptions of an answer, and screens whose name holds the text. */
export function searchGroups(
  t: Translator,
  {
    answer,
    screens,
    text,
    go,
  }: {
    readonly answer: SearchAnswer | null;
    readonly screens: readonly NavScreen[];
    readonly text: string;
    readonly go: Go;
  },
): readonly CommandGroup[] {
  const wanted = text.trim().toLocaleLowerCase();
  return [
    { id: 'sales', title: t('search.group.sales'), items: (answer?.sales ?? []).map((sale) => saleItem(t, sale, go)) },
    {
      id: 'people',
      title: t('search.group.people'),
      items: (answer?.people ?? []).map(({ leadId, name, email, brand }) => ({
        id: `person ${leadId}`,
        text: `${name} ${email}`,
        content: <Line parts={[name, email, brand]} />,
        run: () => go(`/people/${leadId}`),
      })),
    },
    {
      id: 'subscriptions',
      title: t('search.group.subscriptions'),
      items: (answer?.subscriptions ?? []).map(({ id, productCode, buyer, brand }) => ({
        id: `subscription ${id}`,
        text: `${productCode} ${buyer}`,
        content: <Line parts={[productCode, buyer, brand]} />,
        run: () => go(`/subscriptions?open=${id}`),
      })),
    },
    {
      id: 'pages',
      title: t('search.group.pages'),
      items: screens
        .map(({ id, path, nav }) => ({ id, path, name: t(nav.label), key: nav.key }))
        .filter(({ name }) => wanted === '' || name.toLocaleLowerCase().includes(wanted))
        .map(({ id, path, name, key }) => ({
          id: `page ${id}`,
          text: name,
          keys: `g ${key}`,
          run: () => go(`/${path}`),
        })),
    },
  ];
}

/** What a reader who presses Enter at once wants: the only sale, or the only row of any kind. */
export function onlyItem(groups: readonly CommandGroup[]): CommandItem | null {
  const sales = groups.find(({ id }) => id === 'sales')?.items ?? [];
  const [one = null, ...others] = sales.length > 0 ? sales : groups.flatMap(({ items }) => items);
  return others.length === 0 ? one : null;
}

function saleItem(t: Translator, sale: FoundItem, go: Go): CommandItem {
  const why = t(`search.why.${sale.why}`);
  return {
    id: `sale ${sale.orderId}`,
    text: [t(`sales.state.${sale.state}`), sale.reference, buyerText(t, sale.buyer), why].join(' '),
    content: (
      <span className={css['sale']}>
        <SaleState state={sale.state} />
        <span className={css['what']}>
          <span className={css['reference']}>{sale.reference}</span> {buyerText(t, sale.buyer)}
        </span>
        <span className={css['amount']}>{moneyText(sale.total, t.locale, sale.currency)}</span>
        <span className={css['method']}>{methodsText(t, sale.methods, sale.last4)}</span>
        <span className={css['when']}>
          <Time at={sale.beganAt} timeZone={sale.timeZone} />
        </span>
        <span className={css['why']}>{why}</span>
      </span>
    ),
    run: () => go(`/sales/${sale.orderId}`),
  };
}

function Line({ parts }: { readonly parts: readonly string[] }) {
  const [first, ...others] = parts.filter((part) => part !== '');
  return (
    <span className={css['line']}>
      <span>{first}</span>
      <span className={css['soft']}>{others.join(' · ')}</span>
    </span>
  );
}
