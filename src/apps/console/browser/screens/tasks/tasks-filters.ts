import { z } from 'zod';
import { taskKinds } from '#src/domain/sales/tasks/index.ts';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { viewFields } from '../../views/view-fields.ts';

/** The queue's filters, and the task whose playbook stands beside it (`kind~id`), as the address has them. */
export const tasksCodec = searchCodec({
  kind: z.enum(taskKinds).nullable().default(null),
  owner: z.enum(['me', 'nobody']).nullable().default(null),
  brand: z.string().min(1).max(64).nullable().default(null),
  after: z.string().min(1).max(200).nullable().default(null),
  open: z.string().min(1).max(200).nullable().default(null),
  ...viewFields,
});

export type TasksFilters = ReturnType<typeof tasksCodec.read>;

/** How a task is named in the address. */
export function taskName({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}~${id}`;
}
