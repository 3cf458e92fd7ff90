import { z } from 'zod';
import type { ChargeReference, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { currencies } from '#src/kernel/money/money.ts';
import { orderStates } from '../culqi/unverified.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';

/** An order as Culqi shows it; `expiration_date` is seconds since 1970, the other times milliseconds; amounts céntimos. */
const orderSchema = z.object({
  id: z.string().regex(/^ord_\w{1,60}$/),
  amount: z.int(),
  currency_code: z.enum(currencies),
  order_number: z.string().max(100),
  state: z.enum(orderStates),
  /** The CIP, once the order was confirmed. */
  payment_code: z.union([z.string(), z.number()]).nullish(),
  expiration_date: z.number(),
  paid_at: z.number().nullish(),
  /** Each payment of the code; where absent, `paid_at` stands for one payment. */
  operations: z
    .array(z.object({ id: z.string().min(1).max(100), amount: z.int().min(1), paid_at: z.number() }))
    .nullish(),
});
export type Order = z.infer<typeof orderSchema>;

export function orderIn(json: JsonValue | undefined): Order | null {
  return orderSchema.safeParse(json).data ?? null;
}

const states: Readonly<Record<Order['state'], GatewayFact['state']>> = {
  created: 'processing',
  pending: 'awaiting-buyer',
  paid: 'captured',
  expired: 'expired',
  deleted: 'voided',
};

/** An order as a fact, or as unknown when it is about another attempt or amount. */
export function answerFrom(
  order: Order | null,
  asked: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
): GatewayAnswer {
  if (!order) return unreadable;
  if (order.order_number !== asked.attemptId) return mismatch('order');
  if (BigInt(order.amount) !== asked.amount.amount) return mismatch('amount');
  if (order.currency_code !== asked.amount.currency) return mismatch('currency');
  const cip = String(order.payment_code ?? '');
  if (order.state === 'pending' && cip === '') return unreadable;
  return {
    kind: 'fact',
    fact: {
      state: states[order.state],
      reference: order.id,
      movements: movementsOf(order),
      ...(cip === '' ? {} : { instructions: { cip } }),
      at,
    },
  };
}

function movementsOf({ id, amount, currency_code: currency, operations, paid_at: paidAt }: Order): Movement[] {
  const paid = operations ?? (typeof paidAt === 'number' ? [{ id, amount, paid_at: paidAt }] : []);
  return paid.map((one) => ({
    id: one.id,
    kind: 'capture',
    amount: BigInt(one.amount),
    currency,
    at: new Date(one.paid_at),
  }));
}
