import { z } from 'zod';

const method = '[a-z][a-z-]{1,30}';
const ruleShape = new RegExp(`^(?:again|fewer-installments|more-installments|parts|(?:part|pay):${method})$`);

/** One suggestion, in the data's short form; see `SuggestionRule`. */
const rule = z
  .string()
  .regex(
    ruleShape,
    'is no way out: again, fewer-installments, more-installments, parts, part:<method> or pay:<method>',
  );

/** `coach.json`: the order of methods, and suggestions after a decline; a brand's own file lies over the base's. */
export const suggestionsJson = z.strictObject({
  /** By market, the methods in the order of local use. */
  order: z.partialRecord(z.enum(['BR', 'MZ', 'PE']), z.array(z.string())),
  /** The suggested first part, in percent of the price. */
  share: z.int().min(10).max(90),
  /** By reason of a decline (`other` for all without a list of their own), the best suggestion first. */
  ways: z
    .record(z.string().regex(/^[a-z][a-z-]+$/), z.array(rule).min(1))
    .refine((ways) => 'other' in ways, 'lacks the ways for "other"'),
});
