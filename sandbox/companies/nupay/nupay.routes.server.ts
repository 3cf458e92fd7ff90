import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addJsonErrors, refusal, sendRefusal } from '../../runtime/responses.server.ts';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { centavos, type NuPay, reais } from './nupay.server.ts';
import type { NuPayPayment, NuPayRefund } from './payment.types.ts';
import { accountOf } from './account.server.ts';

interface ById {
  Params: { psp: string };
}

const payments = '/v1/checkouts/payments';
const notFound = refusal(404, 'payment-not-found', 'No such payment.');

/** NuPay for Business, below `/nupay`. */
export function nuPayRoutes(context: SandboxContext, nuPay: NuPay): (app: FastifyInstance) => void {
  const { merchantKey, merchantToken } = accountOf(context.secrets);

  return (app) => {
    addJsonErrors(app);
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('x-transaction-id', randomUUID());
      const { 'x-merchant-key': key, 'x-merchant-token': token } = request.headers;
      if (key !== merchantKey || token !== merchantToken)
        await sendRefusal(reply, refusal(401, 'unauthorized', 'Unknown merchant.'));
    });

    // A read, although it is a POST: fault rules of payments do not apply to it.
    app.post<{ Body: { amount?: number; document?: string } }>('/v2/checkouts/payment-conditions', (request, reply) => {
      const { amount = 0, document = '' } = request.body ?? {};
      if (!nuPay.isOffered(centavos(amount), document))
        return reply.code(400).send({ message: 'Payment options not available.' });
      return reply.send({ paymentOptions: [{ type: 'debit' }, { type: 'credit', installments: [{ number: 1 }] }] });
    });
    app.register(async (scope) => paymentRoutes(scope, context, nuPay));
  };
}

function paymentRoutes(app: FastifyInstance, context: SandboxContext, nuPay: NuPay): void {
  addFaults(app, context.faults, 'nupay');

  const show = (reply: FastifyReply, payment: NuPayPayment, rules: readonly FaultRule[]): FastifyReply =>
    reply.send({
      referenceId: payment.referenceId,
      pspReferenceId: payment.pspReferenceId,
      status: payment.status,
      amount: { value: reais(payment.amount + (findFault(rules, 'wrong-amount') ? 1 : 0)), currency: 'BRL' },
      ...(payment.cancelReason === undefined ? {} : { cancelReason: payment.cancelReason }),
      ...(payment.completedAt === undefined ? {} : { completedAt: payment.completedAt }),
      paymentUrl: `${context.origin()}/nupay/pay/${payment.pspReferenceId}`,
    });

  app.post(payments, async (request, reply) => {
    const rules = faultsOf(request);
    const made = await nuPay.create(request.body, rules);
    return made.ok ? show(reply.code(201), made.value, rules) : sendRefusal(reply, made.error);
  });

  function visible(payment: NuPayPayment | undefined, rules: readonly FaultRule[]): NuPayPayment | undefined {
    const lag = findFault(rules, 'not-found-lag');
    if (!payment || !lag) return payment;
    const age = context.clock.now().getTime() - Date.parse(payment.createdAt);
    return age < (lag.seconds ?? 30) * 1000 ? undefined : payment;
  }

  app.get<{ Querystring: { referenceId?: string } }>(payments, (request, reply) => {
    const rules = faultsOf(request);
    const payment = visible(nuPay.byReference(request.query.referenceId ?? ''), rules);
    return payment ? show(reply, payment, rules) : sendRefusal(reply, notFound);
  });

  app.get<ById>(`${payments}/:psp/status`, (request, reply) => {
    const rules = faultsOf(request);
    const payment = visible(nuPay.byId(request.params.psp), rules);
    return payment ? show(reply, payment, rules) : sendRefusal(reply, notFound);
  });

  app.post<ById>(`${payments}/:psp/cancel`, async (request, reply) => {
    const payment = nuPay.byId(request.params.psp);
    if (!payment) return sendRefusal(reply, notFound);
    const gone = await nuPay.cancel(payment);
    return gone.ok ? show(reply, gone.value, faultsOf(request)) : sendRefusal(reply, gone.error);
  });

  app.post<ById>(`${payments}/:psp/refunds`, async (request, reply) => {
    const payment = nuPay.byId(request.params.psp);
    if (!payment) return sendRefusal(reply, notFound);
    const back = await nuPay.refund(payment, request.body, faultsOf(request));
    // A refund that our balance does not cover is answered with 200 too.
    return back.ok ? reply.send(refundView(payment, back.value)) : sendRefusal(reply, back.error);
  });

  app.get<{ Params: { psp: string; refund: string } }>(`${payments}/:psp/refunds/:refund`, (request, reply) => {
    const { psp, refund } = request.params;
    const payment = nuPay.byId(psp);
    const found = payment?.refunds.find(({ refundId }) => refundId === refund);
    return payment && found ? reply.send(refundView(payment, found)) : sendRefusal(reply, notFound);
  });
}

function refundView({ pspReferenceId }: NuPayPayment, refund: NuPayRefund): object {
  const { refundId, transactionRefundId, amount, status, error, at } = refund;
  return {
    ...{ refundId, pspReferenceId, transactionRefundId, status, amount: { value: reais(amount), currency: 'BRL' } },
    ...(error === undefined ? {} : { error: { type: error } }),
    ...(status === 'REFUNDED' ? { refundedAt: at } : {}),
  };
}
