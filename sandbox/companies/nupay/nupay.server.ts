import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import { toValor } from '../pix-bcb/pix.types.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { NuPayPayment, NuPayRefund } from './payment.types.ts';
import { isAuthorised, outcomeOf, type SandboxOutcome } from './sandbox-outcomes.ts';

export interface NuPay {
  readonly isOffered: (amount: number, document: string) => boolean;
  create(input: unknown, rules: readonly FaultRule[]): Promise<Result<NuPayPayment, Refusal>>;
  byId(pspReferenceId: string): NuPayPayment | undefined;
  byReference(referenceId: string): NuPayPayment | undefined;
  /** The payer's action in the app. */
  answer(payment: NuPayPayment, how: 'approve' | 'refuse' | 'cancel'): Promise<Result<NuPayPayment, Refusal>>;
  cancel(payment: NuPayPayment): Promise<Result<NuPayPayment, Refusal>>;
  refund(payment: NuPayPayment, input: unknown, rules: readonly FaultRule[]): Promise<Result<NuPayRefund, Refusal>>;
  all(): IterableIterator<NuPayPayment>;
}

const money = z.object({ value: z.number().min(0.01).max(99_999_999), currency: z.literal('BRL') });
const creation = z.object({
  merchantOrderReference: z.string().min(1).max(64),
  referenceId: z.string().min(1).max(64),
  storeName: z.string().max(100).default(''),
  amount: money,
  delayToAutoCancel: z.int().min(1).max(1_440).default(30),
  paymentMethod: z.object({ type: z.literal('nupay'), authorizationType: z.literal('manually_authorized') }),
  paymentFlow: z.object({ returnUrl: z.url(), cancelUrl: z.url() }),
  shopper: z.object({ firstName: z.string().min(1), lastName: z.string(), document: z.string().regex(/^\d{11}$/) }),
  callbackUrl: z.url(),
});
const refundOrder = z.object({ transactionRefundId: z.string().min(1).max(64), amount: money });

const notWaiting = refusal(400, 'invalid-status', 'Only payments that wait for a payment method can be cancelled.');

/** Centavos as NuPay's JSON has them: reais with decimals. */
export function reais(minor: number): number {
  return Number(toValor(minor));
}

/** Reais as JSON has them, in centavos. */
export function centavos(value: number): number {
  return Math.round(value * 100);
}

export function createNuPay(context: SandboxContext): NuPay {
  const store = context.store<NuPayPayment>('nupay', { idOf: ({ pspReferenceId }) => pspReferenceId });
  const references = new Map<string, string>();
  for (const payment of store.values()) {
    references.set(payment.referenceId, payment.pspReferenceId);
    endLater(payment);
  }

  async function put(payment: NuPayPayment, hasChanged: boolean): Promise<NuPayPayment> {
    store.put(payment);
    references.set(payment.referenceId, payment.pspReferenceId);
    if (hasChanged) await tell(payment);
    return payment;
  }

  /** NuPay's webhook names the payment without its state. */
  async function tell({ referenceId, pspReferenceId, callbackUrl, amount }: NuPayPayment): Promise<void> {
    const body = { referenceId, pspReferenceId, timestamp: context.timestamp(), paymentMethodType: 'nupay' };
    await context.dispatcher.post({
      from: 'nupay',
      url: callbackUrl,
      body,
      tampered: {
        wrongAmount: { ...body, amount: { value: reais(amount + 1), currency: 'BRL' } },
        foreign: { ...body, referenceId: 'foreign', pspReferenceId: randomUUID() },
      },
    });
  }

  function endLater({ pspReferenceId, status, endsAt }: NuPayPayment): void {
    if (status !== 'WAITING_PAYMENT_METHOD') return;
    context.scheduler.at(new Date(endsAt), () => {
      const now = store.get(pspReferenceId);
      if (now?.status !== 'WAITING_PAYMENT_METHOD') return;
      void put({ ...now, status: 'CANCELLED', cancelReason: 'CANCELLED_BY_TIMEOUT' }, true);
    });
  }

  function complete(payment: NuPayPayment, { status, funding, reason }: SandboxOutcome): Promise<NuPayPayment> {
    return put(
      {
        ...payment,
        status,
        ...(funding === undefined ? {} : { funding }),
        ...(reason === undefined ? {} : { cancelReason: reason }),
        ...(status === 'COMPLETED' ? { completedAt: context.timestamp() } : {}),
      },
      true,
    );
  }

  return {
    isOffered: (_amount, document) => isAuthorised(document),
    async create(input, rules) {
      const parsed = creation.safeParse(input);
      if (!parsed.success) return err(refusal(400, 'malformed', z.prettifyError(parsed.error)));
      const body = parsed.data;
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([body.amount, body.shopper]))
        .digest('hex');
      const before = store.get(references.get(body.referenceId) ?? '');
      if (before)
        return before.fingerprint === fingerprint
          ? ok(before)
          : err(refusal(409, 'reference-taken', 'Another payment has this reference.'));
      const now = context.clock.now();
      const isDenied = findFault(rules, 'decline') !== undefined || !isAuthorised(body.shopper.document);
      const payment: NuPayPayment = {
        pspReferenceId: randomUUID(),
        referenceId: body.referenceId,
        fingerprint,
        amount: centavos(body.amount.value),
        storeName: body.storeName,
        shopper: { name: `${body.shopper.firstName} ${body.shopper.lastName}`.trim(), document: body.shopper.document },
        status: isDenied ? 'DENIED' : 'WAITING_PAYMENT_METHOD',
        returnUrl: body.paymentFlow.returnUrl,
        cancelUrl: body.paymentFlow.cancelUrl,
        callbackUrl: body.callbackUrl,
        refunds: [],
        createdAt: now.toISOString(),
        endsAt: new Date(now.getTime() + body.delayToAutoCancel * 60_000).toISOString(),
      };
      await put(payment, false);
      endLater(payment);
      return ok(payment);
    },
    byId: (id) => store.get(id),
    byReference: (referenceId) => store.get(references.get(referenceId) ?? ''),
    async answer(payment, how) {
      if (payment.status !== 'WAITING_PAYMENT_METHOD')
        return err(refusal(409, 'payment-over', 'Nothing is asked any more.'));
      if (how === 'approve') {
        const slow = context.faults.active('nupay', 'processing');
        if (slow === undefined) return ok(await complete(payment, outcomeOf(payment.amount)));
        const until = new Date(context.clock.now().getTime() + (slow.ms ?? 1_000));
        context.scheduler.at(
          until,
          () => void complete({ ...payment, status: 'AUTHORIZED' }, outcomeOf(payment.amount)),
        );
        return ok(await put({ ...payment, status: 'AUTHORIZED' }, true));
      }
      const reason = how === 'cancel' ? 'CANCELLED_BY_USER' : undefined;
      return ok(await complete(payment, { status: reason ? 'CANCELLED' : 'DENIED', ...(reason ? { reason } : {}) }));
    },
    async cancel(payment) {
      if (payment.status === 'CANCELLED' && payment.cancelReason === 'CANCELLED_BY_SELLER') return ok(payment);
      if (payment.status !== 'WAITING_PAYMENT_METHOD') return err(notWaiting);
      return ok(await complete(payment, { status: 'CANCELLED', reason: 'CANCELLED_BY_SELLER' }));
    },
    async refund(payment, input, rules) {
      const parsed = refundOrder.safeParse(input);
      if (!parsed.success) return err(refusal(400, 'malformed', z.prettifyError(parsed.error)));
      const { transactionRefundId } = parsed.data;
      const amount = centavos(parsed.data.amount.value);
      const before = payment.refunds.find((one) => one.transactionRefundId === transactionRefundId);
      if (before)
        return before.amount === amount
          ? ok(before)
          : err(refusal(409, 'reference-taken', 'Another refund has this name.'));
      const given = payment.refunds.reduce((total, one) => (one.status === 'REFUNDED' ? total + one.amount : total), 0);
      if (payment.status !== 'COMPLETED' || amount > payment.amount - given)
        return err(refusal(400, 'refund-not-allowed', 'More than what is left of the payment.'));
      const isEmpty = findFault(rules, 'decline') !== undefined;
      const refund: NuPayRefund = {
        refundId: randomUUID(),
        transactionRefundId,
        amount,
        ...(isEmpty ? { status: 'ERROR', error: 'INSUFFICIENT_FUNDS' } : { status: 'REFUNDED' }),
        at: context.timestamp(),
      };
      const { pspReferenceId, callbackUrl } = payment;
      await put({ ...payment, refunds: [...payment.refunds, refund] }, false);
      const body = { refundId: refund.refundId, pspReferenceId, transactionRefundId };
      const tampered = { wrongAmount: body, foreign: { ...body, pspReferenceId: randomUUID() } };
      await context.dispatcher.post({ from: 'nupay', url: `${callbackUrl}/refunds`, body, tampered });
      return ok(refund);
    },
    all: () => store.values(),
  };
}
