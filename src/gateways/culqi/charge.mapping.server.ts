import { z } from 'zod';
import type {
  ChargeReference,
  GatewayAnswer,
  GatewayFact,
  SavedInstrument,
  Movement,
} from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { currencies } from '#src/kernel/money/money.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';
import { declineOf } from './decline-codes.ts';
import { tokenPrefixes } from './request-rules.ts';
import { brandOf } from './token.mapping.server.ts';
import { goodOutcome } from './unverified.ts';

/** A charge as Culqi shows it; times are milliseconds since 1970, amounts céntimos. */
const chargeSchema = z.object({
  id: z.string().regex(/^chr_\w{1,60}$/),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency_code: z.enum(currencies),
  capture: z.boolean(),
  capture_date: z.number().nullish(),
  creation_date: z.number(),
  outcome: z.object({ type: z.string().max(60), code: z.string().max(60).nullish() }),
  source: z
    .object({
      id: z.string().max(80),
      /** Of a kept card: the token that it was made of. */
      source: z
        .object({
          last_four: z.string().regex(/^\d{4}$/),
          iin: z.object({ card_brand: z.string().max(40).nullish() }),
        })
        .nullish(),
    })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type Charge = z.infer<typeof chargeSchema>;

const refundSchema = z.object({
  id: z.string().regex(/^ref_\w{1,60}$/),
  charge_id: z.string(),
  amount: z.int().min(1),
  creation_date: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type Refund = z.infer<typeof refundSchema>;

export function chargeIn(json: JsonValue | undefined): Charge | null {
  return chargeSchema.safeParse(json).data ?? null;
}

export function refundIn(json: JsonValue | undefined): Refund | null {
  return refundSchema.safeParse(json).data ?? null;
}

/** The attempt that a charge was made for. */
export function attemptOf({ metadata }: Pick<Charge, 'metadata'>): string | null {
  const id = metadata?.['attempt_id'];
  return typeof id === 'string' ? id : null;
}

/** The card that was kept with a charge, by the charge's own `source`; its expiry is in the shop's metadata. */
function savedCardIn({ source, metadata }: Charge): SavedInstrument | null {
  const expiry = metadata?.['keeps'];
  const card = source?.source;
  if (!source?.id.startsWith(tokenPrefixes.kept) || !card || typeof expiry !== 'string') return null;
  return { token: source.id, brand: brandOf(card.iin.card_brand), last4: card.last_four, expiry };
}

export function isGood({ outcome }: Charge): boolean {
  return outcome.type === goodOutcome;
}

export function refundMovement(refund: Refund, currency: Movement['currency']): Movement {
  const { id, amount, creation_date: at } = refund;
  return { id, kind: 'refund', amount: BigInt(amount), currency, at: new Date(at) };
}

/**
 * A charge with its refunds as a fact, or as unknown when it is about another attempt or amount. A refund of money that
 * was never captured only voids it: no money moved.
 */
export function answerFrom(
  charge: Charge | null,
  refunds: readonly Refund[],
  asked: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
): GatewayAnswer {
  if (!charge) return unreadable;
  if (attemptOf(charge) !== asked.attemptId) return mismatch('order');
  if (BigInt(charge.amount) !== asked.amount.amount) return mismatch('amount');
  const { currency_code: currency } = charge;
  if (currency !== asked.amount.currency) return mismatch('currency');
  const base = { reference: charge.id, at } as const;
  if (!isGood(charge)) {
    const isWallet = charge.source?.id.startsWith(tokenPrefixes.yape) === true;
    const decline = declineOf(charge.outcome.code ?? charge.outcome.type, isWallet);
    return { kind: 'fact', fact: { ...base, state: 'declined', movements: [], decline } };
  }
  const isGone = (charge.amount_refunded ?? 0) >= charge.amount;
  const state: GatewayFact['state'] = charge.capture ? 'captured' : isGone ? 'voided' : 'authorized';
  const movements: Movement[] = [];
  if (charge.capture) {
    const taken = new Date(charge.capture_date ?? charge.creation_date);
    movements.push({ id: charge.id, kind: 'capture', amount: BigInt(charge.amount), currency, at: taken });
    for (const refund of refunds) movements.push(refundMovement(refund, currency));
  }
  const kept = savedCardIn(charge);
  return { kind: 'fact', fact: { ...base, state, movements, ...(kept ? { kept } : {}) } };
}
