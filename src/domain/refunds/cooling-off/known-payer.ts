import { z } from 'zod';
import type { JsonObject } from '#src/kernel/json/json.ts';

const payerSchema = z.object({
  name: z.string().optional(),
  document: z.object({ type: z.string(), number: z.string() }).optional(),
});

/** The payer of an attempt. The document is letters and digits only; both are null once they were erased. */
export interface KnownPayer {
  readonly name: string | null;
  readonly document: string | null;
}

export function knownPayer(payer: JsonObject): KnownPayer {
  const { name, document } = payerSchema.safeParse(payer).data ?? {};
  const number = document?.number.replaceAll(/[^0-9a-z]/gi, '').toUpperCase() ?? '';
  return { name: name === undefined || name === '' ? null : name, document: number === '' ? null : number };
}
