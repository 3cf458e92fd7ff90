import { z } from 'zod';

const method = '[a-z][a-z-]{1,30}';
const ruleShape = new RegExp(`^(?:again|fewer-installments|more-installments|parts|(?:part|pay):${method})$`);

/** One way out, in the data's short form; see `SuggestionRule`. */
const rule = z
  .string()
  .regex(
    ruleShape,
    'is no way out: again, fewer-installments, more-installments, parts, part:<method> or pay:<method>',
  );

/** `coach.json`: the order in which ways to pay are offered, and ways out of a refusal; a brand's own lies over the base's. */
export const suggestionsJson = z.strictObject({
  /** By market, the methods in the order of local use. */
  order: z.partialRecord(z.enum(['BR', 'MZ', 'PE']), z.array(z.string())),
  /** What a first part is suggested to be, in percent of the price. */
  share: z.int().min(10).max(90),
  /** By reason of a refusal (`other` for all that have none of their own), the best way out first. */
  ways: z
    .record(z.string().regex(/^[a-z][a-z-]+$/), z.array(rule).min(1))
    .refine((ways) => 'other' in ways, 'lacks the ways for "other"'),
});
