import { z } from 'zod';
import type { ChargeReference, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';
import { fromReais } from './amounts.ts';
import { balanceError } from './nupay.facts.ts';
import { declineOf, isPaymentStatus, stateOf } from './payment-statuses.ts';

const reais = z.object({ value: z.number(), currency: z.literal('BRL') });

/** A payment as its creation and its status show it; unused members are ignored. */
const paymentSchema = z.object({
  pspReferenceId: z.string().min(1).max(100),
  referenceId: z.string().max(100).optional(),
  status: z.string().max(40),
  cancelReason: z.string().max(60).optional(),
  amount: reais.optional(),
  paymentUrl: z.url({ protocol: /^https?$/ }).optional(),
  completedAt: z.iso.datetime({ offset: true }).optional(),
});

const refundSchema = z.object({
  refundId: z.string().min(1).max(100),
  pspReferenceId: z.string().max(100).optional(),
  status: z.enum(['OPEN', 'REFUNDING', 'REFUNDED', 'ERROR']),
  amount: reais.optional(),
  error: z.object({ type: z.string().max(60) }).optional(),
  refundedAt: z.iso.datetime({ offset: true }).optional(),
});
export type Refund = z.infer<typeof refundSchema>;

type Asked = Pick<ChargeReference, 'attemptId' | 'amount'>;

/** NuPay's answer as a fact, or as unknown when it cannot be read or is about another payment or another amount. */
export function answerFrom(json: JsonValue | undefined, charge: Asked, firstSeen: Date, now: Date): GatewayAnswer {
  const parsed = paymentSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const payment = parsed.data;
  const { status, cancelReason, pspReferenceId, referenceId, amount, paymentUrl } = payment;
  if (!isPaymentStatus(status)) return { kind: 'silent', reason: 'status-unknown' };
  if (referenceId !== undefined && referenceId !== charge.attemptId) return mismatch('reference');
  if (amount && fromReais(amount.value) !== charge.amount.amount) return mismatch('amount');
  const state = stateOf(status, cancelReason);
  const decline = declineOf(status, cancelReason);
  const isOpen = state === 'awaiting-buyer' && paymentUrl !== undefined;
  const fact: GatewayFact = {
    state,
    reference: pspReferenceId,
    movements: state === 'captured' ? [captureOf(payment, charge, firstSeen)] : [],
    ...(isOpen ? { instructions: {}, nextAction: { kind: 'redirect', url: paymentUrl, fields: {} } } : {}),
    ...(decline ? { decline } : {}),
    at: now,
  };
  return { kind: 'fact', fact };
}

function captureOf(payment: z.infer<typeof paymentSchema>, { amount }: Asked, firstSeen: Date): Movement {
  const at = payment.completedAt === undefined ? firstSeen : new Date(payment.completedAt);
  return { id: payment.pspReferenceId, kind: 'capture', amount: amount.amount, currency: amount.currency, at };
}

export function readRefund(json: JsonValue | undefined): Refund | null {
  return refundSchema.safeParse(json).data ?? null;
}

/** Whether a refund was refused only because our balance did not cover it. */
export function lacksBalance({ status, error }: Refund): boolean {
  return status === 'ERROR' && error?.type === balanceError;
}

/** A refund as a fact: with its movement once it was paid, without one while it is pending. */
export function refundFact(refund: Refund, charge: ChargeReference, asked: bigint, now: Date): GatewayAnswer {
  const { refundId, status, amount, refundedAt } = refund;
  if (status === 'ERROR') return { kind: 'silent', reason: `refused-${refund.error?.type ?? status}` };
  if (amount && fromReais(amount.value) !== asked) return mismatch('amount');
  const at = refundedAt === undefined ? now : new Date(refundedAt);
  const movement = { id: refundId, kind: 'refund', amount: asked, currency: charge.amount.currency, at } as const;
  const movements = status === 'REFUNDED' ? [movement] : [];
  return {
    kind: 'fact',
    fact: {
      state: 'captured',
      movements,
      at: now,
      ...(charge.reference === null ? {} : { reference: charge.reference }),
    },
  };
}

/** The code of a refusal; `unknown` when it names none. */
export function codeIn(json: JsonValue | undefined): string {
  return z.object({ code: z.string().max(60) }).safeParse(json).data?.code ?? 'unknown';
}
