import { z } from 'zod';

/** What the address of a list has beside its filters: the columns that are shown (empty: all), and the view it was opened by. */
export const viewFields = {
  column: z.array(z.string().min(1).max(30)).default([]),
  view: z.string().max(64).nullable().default(null),
};
