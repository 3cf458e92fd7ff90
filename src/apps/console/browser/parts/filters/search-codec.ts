import type { z } from 'zod';

type Fields = Readonly<Record<string, z.ZodType>>;
type Values<Shape extends Fields> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> };

/** Filters of a screen, from its address and back. */
export interface SearchCodec<Shape extends Fields> {
  /** Never fails: a value that the screen does not know is as if it were not there. */
  readonly read: (search: URLSearchParams) => Values<Shape>;
  /** `?state=paid&brand=a&brand=b`, without what is at its default; an empty text when nothing is left. */
  readonly write: (values: Partial<Values<Shape>>) => string;
}

/**
 * One codec for each screen: `searchCodec({ state: z.enum(['paid', 'open']).nullable().default(null), brand:
 * z.array(z.string()).default([]) })`. Each field is a text or a list of texts, and has a default.
 */
export function searchCodec<Shape extends Fields>(shape: Shape): SearchCodec<Shape> {
  const names = Object.keys(shape);
  const readField = (field: z.ZodType, given: readonly string[]): unknown => {
    for (const candidate of given.length > 0 ? [given[0], given] : []) {
      const parsed = field.safeParse(candidate);
      if (parsed.success) return parsed.data;
    }
    return field.parse(undefined);
  };
  return {
    read: (search) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const field = shape[name];
          return field ? [[name, readField(field, search.getAll(name))]] : [];
        }),
      ) as Values<Shape>,
    write: (values) => {
      const search = new URLSearchParams();
      for (const name of names) {
        const value: unknown = values[name];
        const field = shape[name];
        if (value === undefined || value === null || !field || isSame(value, field.parse(undefined))) continue;
        if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
        else search.set(name, String(value));
      }
      return search.size > 0 ? `?${search}` : '';
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
