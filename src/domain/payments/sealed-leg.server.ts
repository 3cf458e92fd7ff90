import { z } from 'zod';
import { deriveKey } from '#src/kernel/ids/derive-key.server.ts';
import { sealText, unsealText } from '#src/kernel/ids/sealed-text.server.ts';
import type { DomainContext } from '../context.server.ts';
import type { PayRequest } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';

/** What a gateway will be told when a leg's turn comes and is kept nowhere else: one-use tokens are in it. */
export interface LegSecrets {
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

function keyOf(ctx: DomainContext): string {
  return deriveKey(ctx.config.codeKey, 'legs that wait for their turn');
}

/** Seals what a leg needs for the minutes in which it waits: nobody reads it out of the database or a backup of it. */
export function sealLeg(ctx: DomainContext, leg: LegSecrets): string {
  return sealText(keyOf(ctx), JSON.stringify(leg));
}

/** Null when it was sealed with another key. */
export function unsealLeg(ctx: DomainContext, sealed: string): LegSecrets | null {
  const text = unsealText(keyOf(ctx), sealed);
  return text === null ? null : secrets.parse(JSON.parse(text));
}
