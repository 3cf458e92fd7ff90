import type { Translator } from '#src/ui/words/translator.ts';
import type { TaskItem } from '../../../routes/tasks/tasks.types.ts';
import type { DataTableProps } from '../../parts/table/data-table.tsx';
import { taskName } from './tasks-filters.ts';

/** A payout of the queue: it has an amount. */
export interface PayoutItem extends TaskItem {
  readonly amount: number;
  readonly currency: string;
}

const isPayout = (task: TaskItem): task is PayoutItem =>
  task.end === 'payout' && task.amount !== null && task.currency !== null;

/** Payouts of the page that are chosen. One that has ended is in the queue no more, so it is not chosen either. */
export function chosenPayouts(tasks: readonly TaskItem[], chosen: ReadonlySet<string>): readonly PayoutItem[] {
  return tasks.filter(isPayout).filter((task) => chosen.has(taskName(task)));
}

type Chosen = Pick<NonNullable<DataTableProps<TaskItem>['selection']>, 'chosen' | 'onChange'>;

/** The choice of payouts of one currency: that of the first one that is chosen. A page without payouts has no boxes. */
export function payoutSelection(
  t: Translator,
  tasks: readonly TaskItem[],
  { chosen, onChange }: Chosen,
): Pick<DataTableProps<TaskItem>, 'selection'> {
  const payouts = tasks.filter(isPayout);
  const [first] = payouts;
  if (first === undefined) return {};
  const currency = chosenPayouts(tasks, chosen)[0]?.currency;
  const canChoose = (task: TaskItem): boolean =>
    isPayout(task) && (currency === undefined || task.currency === currency);
  return {
    selection: {
      ...{ chosen: new Set(chosenPayouts(tasks, chosen).map(taskName)), onChange, canChoose },
      allKeys: payouts.filter((one) => one.currency === (currency ?? first.currency)).map(taskName),
      rowLabel: ({ orderReference, id }) => t('tasks.batch.choose', { order: orderReference ?? id }),
    },
  };
}
