import { z } from 'zod';
import { subscriptionListStates } from '#src/domain/sales/search/index.ts';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { viewFields } from '../../views/view-fields.ts';

/** Filters of the list, as the address has them. `open`: the subscription beside it. */
export const subscriptionsCodec = searchCodec({
  state: z.array(z.enum(subscriptionListStates)).default([]),
  brand: z.array(z.string().min(1).max(100)).default([]),
  /** Charged next on this day, `YYYY-MM-DD`. */
  day: z.iso.date().nullable().default(null),
  after: z.string().max(80).nullable().default(null),
  open: z.string().max(64).nullable().default(null),
  ...viewFields,
});

export type SubscriptionsFilters = ReturnType<typeof subscriptionsCodec.read>;
