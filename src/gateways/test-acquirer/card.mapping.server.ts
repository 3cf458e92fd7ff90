import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';
import type { AcquirerEnv } from './settings.server.ts';
import { z } from 'zod';
import type { IdentificationAnswer, SavedInstrument, VerificationAnswer } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { declineFrom } from './decline-codes.ts';

/** MM/AA. */
const expiry = z.string().regex(/^(?:0[1-9]|1[0-2])\/\d{2}$/);
const brand = z.string().regex(/^[a-z][a-z_]{1,19}$/);
const last4 = z.string().regex(/^\d{4}$/);
const token = z.string().min(1).max(100);

const cardSchema = z.object({
  id: token,
  fingerprint: z.string().min(16).max(100),
  brand,
  last4,
  expiry,
  kind: z.enum(['credit', 'debit', 'prepaid']),
  countryOfIssue: z.string().regex(/^[A-Z]{2}$/),
});

/** A verified card; `keeps`: further parameters of its charge. Null when the answer cannot be read. */
export function inspectedFrom(json: JsonValue | undefined, keeps: JsonObject): IdentificationAnswer | null {
  const { data } = cardSchema.safeParse(json);
  if (!data) return null;
  const { id, ...instrument } = data;
  // A kept card keeps its id; any other is named by this verification.
  const details = typeof keeps['savedCardId'] === 'string' ? keeps : { ...keeps, cardId: id };
  return { kind: 'inspected', instrument: { ...instrument, details } };
}

const checkSchema = z.object({
  valid: z.boolean(),
  returnCode: z.string().max(20),
  adviceCode: z.string().max(4).optional(),
  schemeTransactionId: z.string().max(40).optional(),
  card: z.object({ brand, last4, expiry, savedId: token.optional() }),
});

/** Result of a verification without a charge; null when the answer cannot be read. */
export function verificationFrom(json: JsonValue | undefined): VerificationAnswer | null {
  const { data } = checkSchema.safeParse(json);
  if (!data) return null;
  const { returnCode, adviceCode, card } = data;
  if (!data.valid) {
    const advice = adviceCode === undefined ? {} : { adviceCode };
    return { kind: 'refused', decline: declineFrom({ brand: card.brand, returnCode, ...advice }) };
  }
  const kept = savedCardFrom({ ...card, schemeTransactionId: data.schemeTransactionId });
  return { kind: 'valid', ...(kept ? { kept } : {}) };
}

/** The kept card in an answer, where there is one. */
export function savedCardFrom(card: {
  readonly brand: string;
  readonly last4: string;
  readonly expiry?: string | undefined;
  readonly savedId?: string | undefined;
  readonly schemeTransactionId?: string | undefined;
}): SavedInstrument | null {
  const { savedId, schemeTransactionId, expiry: until } = card;
  if (savedId === undefined || until === undefined) return null;
  return {
    token: savedId,
    brand: card.brand,
    last4: card.last4,
    expiry: until,
    ...(schemeTransactionId === undefined ? {} : { schemeTransactionId }),
  };
}

/**
 * How the card page seals a card for the acquirer: with a key of its key set, limited to the pinned ones where keys are
 * pinned.
 */
export function cardTokenizationOf({ url, keyPins }: Pick<AcquirerEnv, 'url' | 'keyPins'>): CardTokenization {
  const base = url.replace(/\/$/, '');
  return {
    kind: 'jwe',
    keySetUrl: `${base}/.well-known/jwks.json`,
    ...(keyPins ? { pins: keyPins } : {}),
    looks: {
      rangesUrl: `${base}/.well-known/card-ranges.json`,
      // Banks' own pages are reached through the acquirer's server, so that this one origin is enough.
      origins: [new URL(url).origin],
    },
  };
}
