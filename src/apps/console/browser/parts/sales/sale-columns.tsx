import type { Translator } from '#src/ui/words/translator.ts';
import type { SaleItem } from '../../../routes/sales/sale-item.types.ts';
import type { Column } from '../table/data-table.tsx';
import { methodsText } from '../values/method-text.ts';
import { Money } from '../values/money.tsx';
import { Time } from '../values/time.tsx';
import { buyerText, SaleState, SaleTroubles } from './sale-cells.tsx';

/** Columns of a list of sales; `isMixed`: amounts of several currencies stand together. */
export function saleColumns(t: Translator, isMixed: boolean): readonly Column<SaleItem>[] {
  return [
    {
      id: 'when',
      header: t('sales.column.when'),
      cell: ({ beganAt, timeZone }) => <Time at={beganAt} timeZone={timeZone} />,
      narrow: 'detail-end',
    },
    {
      id: 'state',
      header: t('sales.column.state'),
      cell: ({ state }) => <SaleState state={state} />,
      narrow: 'detail',
    },
    {
      id: 'buyer',
      header: t('sales.column.buyer'),
      cell: ({ buyer }) => buyerText(t, buyer),
      isWide: true,
      narrow: 'title',
    },
    {
      id: 'product',
      header: t('sales.column.product'),
      cell: ({ productCode, planId }) => `${productCode} · ${planId}`,
      // A long plan is cut, before what needs attention leaves the window.
      isWide: true,
    },
    {
      id: 'amount',
      header: t('sales.column.amount'),
      cell: ({ total, currency, state }) => (
        <Money units={total} currency={currency} isMixed={isMixed} isVoid={state === 'refunded'} />
      ),
      isEnd: true,
      narrow: 'title-end',
    },
    { id: 'method', header: t('sales.column.method'), cell: (sale) => methodsText(t, sale.methods, sale.last4) },
    { id: 'seller', header: t('sales.column.seller'), cell: ({ seller }) => seller, isSpare: true },
    { id: 'source', header: t('sales.column.source'), cell: ({ source }) => source, isSpare: true },
    {
      id: 'troubles',
      header: t('sales.column.troubles'),
      cell: ({ troubles }) => <SaleTroubles troubles={troubles} />,
      narrow: 'detail',
    },
  ];
}

/** Whether amounts need their currency beside them. */
export function hasSeveralCurrencies(rows: readonly { readonly currency: string }[]): boolean {
  return new Set(rows.map(({ currency }) => currency)).size > 1;
}
