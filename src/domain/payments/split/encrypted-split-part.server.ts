import { z } from 'zod';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { encryptText, decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';

/** The request of a part that has not started, stored nowhere else: it contains one-use tokens. */
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

/** Encrypts the request of a part until it starts, so that neither the database nor its backups reveal it. */
export function encryptSplitPart(ctx: PaymentsContext, part: SplitPartSecrets): string {
  return encryptText(keyOf(ctx), JSON.stringify(part));
}

/** Null when it was encrypted with another key. */
export function decryptSplitPart(ctx: PaymentsContext, sealed: string): SplitPartSecrets | null {
  const text = decryptText(keyOf(ctx), sealed);
  return text === null ? null : secrets.parse(JSON.parse(text));
}
