import { z } from 'zod';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { encryptText, decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';

/** What a gateway will be told when a part's turn comes and is kept nowhere else: one-use tokens are in it. */
export interface SplitPartSecrets {
  readonly payer: PreparedTender['details']['payer'];
  readonly details: PreparedTender['details']['details'];
  readonly browser: PayRequest['browser'];
  readonly description: string;
}

const jsonObject = z.record(z.string(), z.json());
const secrets = z.object({
  payer: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string().exactOptional(),
    document: z.object({ type: z.string(), number: z.string() }).exactOptional(),
    address: jsonObject.exactOptional(),
  }),
  details: jsonObject,
  browser: z.object({ userAgent: z.string(), language: z.string(), ip: z.string() }),
  description: z.string(),
});

function keyOf(ctx: PaymentsContext): string {
  return deriveKey(ctx.config.codeKey, 'legs that wait for their turn');
}

/** Seals what a part needs for the minutes in which it waits: nobody reads it out of the database or a backup of it. */
export function encryptSplitPart(ctx: PaymentsContext, part: SplitPartSecrets): string {
  return encryptText(keyOf(ctx), JSON.stringify(part));
}

/** Null when it was sealed with another key. */
export function decryptSplitPart(ctx: PaymentsContext, sealed: string): SplitPartSecrets | null {
  const text = decryptText(keyOf(ctx), sealed);
  return text === null ? null : secrets.parse(JSON.parse(text));
}
