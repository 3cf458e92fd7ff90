import { z } from 'zod';
import type { GatewayAnswer, IdentifiedInstrument } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unreadable } from '../gateway-http.server.ts';
import { isSourceId } from './request-rules.ts';

/** A card's token as Culqi shows it: the first digits of its number (`iin`) and the last four, and never its expiry. */
const tokenSchema = z.object({
  id: z.string().max(80),
  last_four: z.string().regex(/^\d{4}$/),
  iin: z.object({ bin: z.string().regex(/^\d{6,8}$/), card_brand: z.string().max(40).nullish() }),
});

const brands: Readonly<Record<string, string | undefined>> = {
  amex: 'american_express',
  'american express': 'american_express',
};

/** Culqi's brand names as ours. */
export function brandOf(name: string | null | undefined): string {
  const named = (name ?? '').trim().toLowerCase();
  return brands[named] ?? named.replaceAll(' ', '_');
}

/** The card behind a token, by the digits that are known. Null when the answer cannot be read, or is of another token. */
export function inspectedFrom(
  json: JsonValue | undefined,
  sourceId: string,
  details: JsonObject,
): IdentifiedInstrument | null {
  const { data } = tokenSchema.safeParse(json);
  if (!data || data.id !== sourceId) return null;
  const { last_four: last4, iin } = data;
  const brand = brandOf(iin.card_brand);
  return { fingerprint: `${iin.bin.slice(0, 6)} ${last4}`, isShared: true, brand, last4, expiry: '', details };
}

/** The token in an answer; unknown when it cannot be read. */
export function tokenIn(json: JsonValue | undefined, prefix: string): string | GatewayAnswer {
  const id = typeof json === 'object' && json !== null && 'id' in json ? json['id'] : null;
  return typeof id === 'string' && id.startsWith(prefix) && isSourceId(id) ? id : unreadable;
}
