import { z } from 'zod';
import type { SavedInstrument, Payer } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { unreadable, type Unanswered } from '../gateway-http.server.ts';
import { antifraudOf } from './charge.request.ts';
import { type CulqiClient } from './culqi-client.server.ts';
import { brandOf } from './token.mapping.server.ts';
import { unknownAddress } from './unverified.ts';

const customerSchema = z.object({ id: z.string().regex(/^cus_\w{1,60}$/) });
const cardSchema = z.object({
  id: z.string().regex(/^crd_\w{1,60}$/),
  source: z.object({
    last_four: z.string().regex(/^\d{4}$/),
    iin: z.object({ card_brand: z.string().max(40).nullish() }),
  }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** MM/AA. Culqi returns no expiry, so that it is stored in the card's metadata. */
const expiry = /^(?:0[1-9]|1[0-2])\/\d{2}$/;

/** A card that its holder agreed to keep. `keepId` finds it again when the answer was lost. */
export interface SaveCardRequest {
  readonly saveId: string;
  readonly tokenId: string;
  readonly payer: Payer;
  readonly expiry: JsonValue | undefined;
}

/** `not-kept`: the token can still be used. */
export type SaveCardResult =
  | { readonly kind: 'kept'; readonly kept: SavedInstrument }
  | { readonly kind: 'not-kept' }
  | Unanswered;

export interface CardVault {
  keep(saveRequest: SaveCardRequest): Promise<SaveCardResult>;
  /** The expiry in a card's metadata; null where there is none. */
  expiryOf(cardId: string): Promise<string | null>;
  forget(cardId: string): Promise<boolean>;
}

/** The kept card in an answer; null when it cannot be read, or has no expiry in its metadata. */
function savedCardIn(json: JsonValue | undefined): SavedInstrument | null {
  const { data } = cardSchema.safeParse(json);
  const until = data?.metadata?.['expires'];
  if (!data || typeof until !== 'string' || !expiry.test(until)) return null;
  const { last_four: last4, iin } = data.source;
  return { token: data.id, brand: brandOf(iin.card_brand), last4, expiry: until };
}

/** The body of `POST /customers`. Street and town are required; placeholders say that they are unknown. */
function customerBody(payer: Payer): JsonObject {
  return { address: unknownAddress, address_city: unknownAddress, ...antifraudOf(payer), email: payer.email };
}

/** A token lives for minutes, so that a card made of it by an earlier call is at most this old. */
const savedWithinMs = 86_400_000;

export function createCardVault(client: CulqiClient, clock: Clock): CardVault {
  const customerOf = (email: string): Promise<string | null | Unanswered> =>
    client.search('/customers', { email }, (json) => customerSchema.safeParse(json).data?.id ?? null);

  /** One customer per e-mail: Culqi takes no second. Null: it takes no customer for this payer. */
  async function customerFor(payer: Payer): Promise<string | null | Unanswered> {
    const known = await customerOf(payer.email);
    if (known !== null) return known;
    const answer = await client.call({ method: 'POST', path: '/customers', json: customerBody(payer) });
    if (answer.kind === 'unreachable') return answer;
    const made = answer.kind === 'status' ? customerSchema.safeParse(answer.json).data?.id : undefined;
    // Created although its answer was lost, or by a concurrent call.
    const found = made ?? (await customerOf(payer.email));
    return found === null && answer.kind === 'silent' ? answer : found;
  }

  async function search(saveId: string): Promise<SaveCardResult> {
    const wanted = (json: JsonValue): SavedInstrument | null => {
      const about = cardSchema.safeParse(json).data?.metadata;
      return about?.['keep_id'] === saveId ? savedCardIn(json) : null;
    };
    const since = new Date(clock.now().getTime() - savedWithinMs);
    const found = await client.search('/cards', {}, wanted, since);
    if (found === null) return { kind: 'not-kept' };
    return 'kind' in found ? found : { kind: 'kept', kept: found };
  }

  return {
    async keep({ saveId, tokenId, payer, expiry: until }) {
      if (typeof until !== 'string' || !expiry.test(until)) return { kind: 'not-kept' };
      const customer = await customerFor(payer);
      if (customer === null) return { kind: 'not-kept' };
      if (typeof customer !== 'string') return customer;
      const answer = await client.call({
        method: 'POST',
        path: '/cards',
        json: {
          ...{ customer_id: customer, token_id: tokenId },
          // Culqi's own validation charges three soles and refunds them: schemes take a fee for that, and the holder
          // sees it.
          validate: false,
          metadata: { keep_id: saveId, expires: until },
        },
      });
      if (answer.kind === 'unreachable') return answer;
      if (answer.kind === 'silent') {
        const found = await search(saveId);
        // The earlier call may still be running: then the token is used up in a moment.
        return found.kind === 'kept' ? found : answer;
      }
      if (answer.status === 201) {
        const kept = savedCardIn(answer.json);
        return kept ? { kind: 'kept', kept } : unreadable;
      }
      // Kept by an earlier call whose answer was lost; or declined, which the charge will report as well.
      return search(saveId);
    },
    async expiryOf(cardId) {
      const answer = await client.call({ method: 'GET', path: `/cards/${encodeURIComponent(cardId)}` });
      return answer.kind === 'status' && answer.status === 200 ? (savedCardIn(answer.json)?.expiry ?? null) : null;
    },
    async forget(cardId) {
      const answer = await client.call({ method: 'DELETE', path: `/cards/${encodeURIComponent(cardId)}` });
      return answer.kind === 'status' && (answer.status === 200 || answer.status === 404);
    },
  };
}
