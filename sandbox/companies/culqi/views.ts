import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Charge, Customer, StoredCard, Order, Problem, Refund, Token } from './culqi.types.ts';

const ms = (instant: string): number => new Date(instant).getTime();

export function refundedOf({ refunds }: Charge): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

export function chargeView(charge: Charge): JsonObject {
  const { id, amount, currency, email, capturedAt, refusal, metadata, createdAt } = charge;
  const back = refundedOf(charge);
  return {
    object: 'charge',
    id,
    creation_date: ms(createdAt),
    amount,
    amount_refunded: back,
    current_amount: amount - back,
    installments: charge.installments,
    currency_code: currency,
    email,
    description: charge.description,
    source: sourceView(charge),
    outcome:
      refusal === null
        ? { type: 'venta_exitosa', code: 'AUT0000', user_message: 'Su compra ha sido exitosa.' }
        : { type: 'tarjeta_rechazada', code: refusal, user_message: 'La operación fue rechazada.' },
    dispute: false,
    capture: capturedAt !== null,
    ...(capturedAt === null ? {} : { capture_date: ms(capturedAt) }),
    duplicated: false,
    metadata,
  };
}

/** A kept card includes the token that it was made of. */
function sourceView({ tokenId: id, shown, brand }: Charge): JsonObject {
  const token = {
    ...{ object: 'token', id, card_number: shown, last_four: shown.slice(-4) },
    iin: { object: 'iin', bin: shown.slice(0, 6), card_brand: brand },
  };
  return id.startsWith('crd_') ? { object: 'card', id, source: token } : token;
}

export function customerView({ id, email, metadata, createdAt }: Customer): JsonObject {
  return { object: 'customer', id, creation_date: ms(createdAt), email, metadata };
}

export function cardView({ id, customerId, token, metadata, createdAt }: StoredCard): JsonObject {
  return {
    ...{ object: 'card', id, active: true, creation_date: ms(createdAt), customer_id: customerId },
    ...{ source: tokenView(token), metadata },
  };
}

export function refundView(charge: Charge, { id, amount, reason, metadata, at }: Refund): JsonObject {
  return { object: 'refund', id, charge_id: charge.id, creation_date: ms(at), amount, reason, metadata };
}

export function stateOf(order: Order, now: Date): 'created' | 'pending' | 'paid' | 'expired' | 'deleted' {
  if (order.payments.length > 0) return 'paid';
  if (order.deleted) return 'deleted';
  if (ms(order.expiresAt) <= now.getTime()) return 'expired';
  return order.cip === null ? 'created' : 'pending';
}

export function orderView(order: Order, now: Date): JsonObject {
  const { id, amount, currency, cip, payments, metadata } = order;
  const [first] = payments;
  return {
    object: 'order',
    id,
    creation_date: ms(order.createdAt),
    amount,
    currency_code: currency,
    description: order.description,
    order_number: order.number,
    state: stateOf(order, now),
    payment_code: cip,
    expiration_date: Math.floor(ms(order.expiresAt) / 1000),
    ...(first ? { paid_at: ms(first.at) } : {}),
    operations: payments.map((one) => ({ id: one.id, amount: one.amount, paid_at: ms(one.at) })),
    metadata,
  };
}

export function tokenView({ id, kind, email, shown, brand, createdAt }: Token): JsonObject {
  return {
    object: 'token',
    id,
    type: kind,
    creation_date: ms(createdAt),
    email,
    ...(kind === 'card'
      ? {
          card_number: shown,
          last_four: shown.slice(-4),
          iin: { object: 'iin', bin: shown.slice(0, 6), card_brand: brand },
        }
      : { number_phone: shown }),
    active: true,
  };
}

export function problemView({ type, code, message, decline, chargeId }: Problem): JsonObject {
  return {
    object: 'error',
    type,
    code,
    ...(decline === undefined ? {} : { decline_code: decline }),
    ...(chargeId === undefined ? {} : { charge_id: chargeId }),
    merchant_message: message,
    user_message: message,
  };
}

export function problem(status: number, type: string, code: string, message: string): Problem {
  return { status, type, code, message };
}
