import { z } from 'zod';
import type {
  ChargeReference,
  DisputeDetails,
  GatewayAnswer,
  GatewayFact,
  Movement,
} from '#src/domain/payments/index.ts';
import { liabilityOf, readChallengeRequest } from '#src/domain/payments/decline-policy/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { currencies } from '#src/kernel/money/money.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';
import { savedCardFrom } from './card.mapping.server.ts';
import { declineFrom } from './decline-codes.ts';

const states = {
  authorized: 'authorized',
  captured: 'captured',
  declined: 'declined',
  challenge: 'awaiting-buyer',
  processing: 'processing',
  voided: 'voided',
} as const satisfies Readonly<Record<string, GatewayFact['state']>>;

const movementSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(['capture', 'refund', 'chargeback', 'chargeback-won']),
  amount: z.int().min(1),
  at: z.iso.datetime(),
  /** Of a chargeback: the scheme's reason code, and until when evidence is taken. */
  reason: z.string().max(40).optional(),
  stage: z.enum(['inquiry', 'chargeback', 'pre-arbitration', 'arbitration']).optional(),
  evidenceDue: z.iso.datetime().optional(),
});

/** A charge as the acquirer shows it; unused members are ignored. */
const chargeSchema = z.object({
  id: z.string().min(1).max(100),
  merchantOrderId: z.string(),
  status: z.enum(['authorized', 'captured', 'declined', 'challenge', 'processing', 'voided']),
  amount: z.int(),
  currency: z.enum(currencies),
  returnCode: z.string().max(20),
  adviceCode: z.string().max(4).optional(),
  schemeTransactionId: z.string().max(40).optional(),
  eci: z.string().max(2).optional(),
  card: z.object({
    brand: z.string().max(20),
    last4: z.string().max(4),
    expiry: z.string().max(5).optional(),
    savedId: z.string().max(100).optional(),
  }),
  challenge: z.object({ acsUrl: z.url({ protocol: /^https?$/ }), creq: z.string().max(2_048) }).optional(),
  movements: z.array(movementSchema),
  refund: movementSchema.optional(),
});

/**
 * The acquirer's answer as a fact, or as unknown when it cannot be read or is about another order or amount. After a
 * refund the fact has that refund only.
 */
export function answerFrom(
  json: JsonValue | undefined,
  asked: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
): GatewayAnswer {
  const parsed = chargeSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const charge = parsed.data;
  if (charge.merchantOrderId !== asked.attemptId) return mismatch('order');
  if (BigInt(charge.amount) !== asked.amount.amount || charge.currency !== asked.amount.currency)
    return mismatch('amount');
  const { challenge, refund, status, returnCode, adviceCode, card, schemeTransactionId } = charge;
  // An authentication that the bank could not read would only show its error to the buyer.
  if (status === 'challenge' && challenge && !readChallengeRequest(challenge.creq)) return unreadable;
  const kept = savedCardFrom({ ...card, schemeTransactionId });
  const movement = (one: z.infer<typeof movementSchema>): Movement => ({
    ...{ id: one.id, kind: one.kind, amount: BigInt(one.amount), currency: charge.currency, at: new Date(one.at) },
    ...(one.kind === 'chargeback' ? { dispute: disputeIn(one) } : {}),
  });
  const fact: GatewayFact = {
    state: states[status],
    reference: charge.id,
    movements: refund ? [movement(refund)] : charge.movements.map(movement),
    ...(status === 'challenge' && challenge
      ? { nextAction: { kind: 'challenge', url: challenge.acsUrl, fields: { creq: challenge.creq } } }
      : {}),
    ...(status === 'declined'
      ? { decline: declineFrom({ brand: card.brand, returnCode, ...(adviceCode === undefined ? {} : { adviceCode }) }) }
      : {}),
    ...(kept ? { kept } : {}),
    ...(charge.eci === undefined ? {} : { liability: liabilityOf(card.brand, charge.eci).liability }),
    at,
  };
  return { kind: 'fact', fact };
}

function disputeIn({ reason, stage, evidenceDue }: z.infer<typeof movementSchema>): DisputeDetails {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(stage === undefined ? {} : { stage }),
    ...(evidenceDue === undefined ? {} : { evidenceDue: new Date(evidenceDue) }),
  };
}

/** The acquirer's id in an answer; null when it has none. */
export function chargeIdIn(json: JsonValue | undefined): string | null {
  return chargeSchema.pick({ id: true }).safeParse(json).data?.id ?? null;
}

/** The code of a refusal; `unknown` when it names none. */
export function codeIn(json: JsonValue | undefined): string {
  return z.object({ code: z.string().max(60) }).safeParse(json).data?.code ?? 'unknown';
}
