import type { Translator } from '#src/ui/words/translator.ts';
import type { TaskItem } from '../../../routes/tasks/tasks.types.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { BrandWord } from '../../parts/values/brand-word.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';

/** Columns of the queue: what, how old, how much, whose. With a task open beside it, those that its panel says are left out. */
export function taskColumns(t: Translator, { isBeside }: { readonly isBeside: boolean }): readonly Column<TaskItem>[] {
  const columns: readonly Column<TaskItem>[] = [
    {
      id: 'kind',
      header: t('tasks.column.kind'),
      isWide: true,
      narrow: 'title',
      cell: ({ kind, isLate }) => <StateWord tone={isLate ? 'lost' : 'needs'}>{t(`tasks.kind.${kind}`)}</StateWord>,
    },
    {
      id: 'age',
      header: t('tasks.column.age'),
      narrow: 'detail-end',
      cell: ({ openedAt }) => <Time at={openedAt} />,
    },
    {
      id: 'order',
      header: t('tasks.column.order'),
      narrow: 'detail',
      cell: ({ orderReference, cause }) => orderReference ?? cause ?? '—',
    },
    { id: 'brand', header: t('tasks.column.brand'), cell: ({ brand }) => <BrandWord brand={brand} /> },
    {
      id: 'owner',
      header: t('tasks.column.owner'),
      cell: ({ owner }) => (owner === null ? '—' : owner.isMe ? t('tasks.owner.me') : owner.name),
    },
    {
      id: 'amount',
      header: t('tasks.column.amount'),
      isEnd: true,
      narrow: 'title-end',
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? '' : <Money units={amount} currency={currency} isMixed />,
    },
  ];
  return columns.filter(({ id }) => !isBeside || (id !== 'order' && id !== 'brand'));
}
