import type { Translator } from '#src/ui/words/translator.ts';
import type { FigureOf } from '../../../routes/figures/figures.types.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { Money } from '../../parts/values/money.tsx';

/** Columns of money in, back and net, with the number of lines. */
export function amountColumns(t: Translator, isMixed: boolean): readonly Column<FigureOf>[] {
  const amount =
    (of: (figure: FigureOf) => number): Column<FigureOf>['cell'] =>
    (figure) => <Money units={of(figure)} currency={figure.currency} isMixed={isMixed} />;
  return [
    { id: 'in', header: t('money.in'), cell: amount(({ moneyIn }) => moneyIn), isEnd: true },
    { id: 'back', header: t('money.back'), cell: amount(({ back }) => -back), isEnd: true },
    { id: 'net', header: t('money.net'), cell: amount(({ net }) => net), isEnd: true, narrow: 'title-end' },
    {
      id: 'lines',
      header: t('money.lines-column'),
      cell: ({ lines }) => countText(lines, t.locale),
      narrow: 'detail',
      narrowCell: ({ lines }) => t('money.lines', { count: lines, text: countText(lines, t.locale) }),
      isEnd: true,
    },
  ];
}
