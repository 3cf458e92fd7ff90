import { z } from 'zod';

/** Values of a name that a query repeats: `?brand=a&brand=b`, or once. At most 50. */
export function repeated<Value extends z.ZodType>(value: Value) {
  return z.preprocess(
    (given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]),
    z.array(value).max(50),
  );
}
