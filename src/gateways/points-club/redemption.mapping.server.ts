import { z } from 'zod';
import type { ChargeReference, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';

/** A redemption as the programme shows it; unused members are ignored. */
const redemptionSchema = z.object({
  id: z.string().min(1).max(100),
  reference: z.string(),
  state: z.enum(['reserved', 'confirmed', 'released', 'refused']),
  /** Minor units that the points stand for. */
  amount: z.int().min(1),
  currency: z.literal('BRL'),
  movements: z.array(
    z.object({
      id: z.string().min(1).max(100),
      kind: z.enum(['redemption', 'return']),
      amount: z.int().min(1),
      at: z.iso.datetime(),
      key: z.string().optional(),
    }),
  ),
});

const states = {
  reserved: 'authorized',
  confirmed: 'captured',
  released: 'voided',
  refused: 'declined',
} as const satisfies Readonly<Record<string, GatewayFact['state']>>;

/** A redemption as a fact; one of another attempt is unknown. With `key`: only the movement of that return. */
export function answerFrom(
  json: JsonValue | undefined,
  charge: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
  key?: string,
): GatewayAnswer {
  const parsed = redemptionSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const { id, reference, state, amount, currency, movements } = parsed.data;
  if (reference !== charge.attemptId) return { kind: 'not-found' };
  if (BigInt(amount) !== charge.amount.amount) return mismatch('amount');
  const wanted = movements
    .filter((movement) => key === undefined || movement.key === key)
    .map((movement): Movement => ({
      id: movement.id,
      kind: movement.kind === 'return' ? 'refund' : 'capture',
      amount: BigInt(movement.amount),
      currency,
      at: new Date(movement.at),
    }));
  const decline = state === 'refused' ? { decline: { code: 'points-refused', raw: state, reversible: true } } : {};
  return { kind: 'fact', fact: { state: states[state], reference: id, movements: wanted, ...decline, at } };
}

/** The programme's refusals of a new redemption, as our codes; anything else is a fault between us and it. */
const declines: Readonly<Record<string, string>> = {
  'token-expired': 'points-session-over',
  'balance-short': 'points-balance-short',
  'below-minimum': 'points-rate-changed',
  'rate-changed': 'points-rate-changed',
};

/** A redemption that was never made. */
export function declinedFrom(code: string, at: Date): GatewayAnswer {
  const known = declines[code];
  const decline = { code: known ?? 'gateway-refused', raw: code, reversible: true };
  return { kind: 'fact', fact: { state: known === undefined ? 'failed' : 'declined', movements: [], decline, at } };
}
