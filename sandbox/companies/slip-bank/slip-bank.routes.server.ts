import type { FastifyInstance, FastifyReply } from 'fastify';
import { addBasicAuth, addJsonErrors, refusal, sendRefusal } from '../../runtime/responses.server.ts';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import type { PixBank } from '../pix-bcb/pix-bank.server.ts';
import { toValor } from '../pix-bcb/pix.types.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { SlipBank } from './slip-bank.server.ts';
import type { Slip, SlipPayment } from './slip.types.ts';
import { accountOf } from './account.server.ts';

interface ByNumber {
  Params: { ourNumber: string };
}

const notFound = refusal(404, 'slip-not-found', 'No slip has this number.');
const maxCredits = 200;

/** The slip bank's API for schools, below `/slip-bank`. */
export function slipBankRoutes(
  context: SandboxContext,
  bank: SlipBank,
  pixBank: PixBank,
): (app: FastifyInstance) => void {
  const { user, password } = accountOf(context.secrets);

  const show = (reply: FastifyReply, slip: Slip, rules: readonly FaultRule[]): FastifyReply =>
    reply.send(slipView(slip, context, pixBank, rules));

  return (app) => {
    addJsonErrors(app);
    addBasicAuth(app, user, password);
    addFaults(app, context.faults, 'slip-bank');

    app.put<ByNumber>('/slips/:ourNumber', async (request, reply) => {
      const rules = faultsOf(request);
      const made = await bank.register(request.params.ourNumber, request.body, rules);
      if (!made.ok) return sendRefusal(reply, made.error);
      return show(reply.code(made.value.status === 'pending-registration' ? 202 : 201), made.value, rules);
    });

    app.get<ByNumber>('/slips/:ourNumber', (request, reply) => {
      const rules = faultsOf(request);
      const slip = bank.book.get(request.params.ourNumber);
      const lag = findFault(rules, 'not-found-lag');
      const isHidden =
        slip && lag && context.clock.now().getTime() - Date.parse(slip.createdAt) < (lag.seconds ?? 30) * 1000;
      return slip && !isHidden ? show(reply, slip, rules) : sendRefusal(reply, notFound);
    });

    app.delete<ByNumber>('/slips/:ourNumber', async (request, reply) => {
      const gone = await bank.cancel(request.params.ourNumber.padStart(11, '0'));
      return gone.ok ? show(reply, gone.value, faultsOf(request)) : sendRefusal(reply, gone.error);
    });

    app.get<{ Querystring: { after?: string } }>('/credits', (request, reply) => {
      const { after = '0' } = request.query;
      if (!/^\d{1,15}$/.test(after))
        return sendRefusal(reply, refusal(422, 'cursor-invalid', 'The cursor is not one of ours.'));
      const found = bank.book.creditsAfter(Number(after), maxCredits);
      return reply.send({
        credits: found.map(({ slip, payment }) => ({
          ...creditView(payment),
          ourNumber: slip.ourNumber,
          reference: slip.reference,
        })),
        cursor: String(found.at(-1)?.place ?? after),
      });
    });
  };
}

function slipView(slip: Slip, context: SandboxContext, pixBank: PixBank, rules: readonly FaultRule[]): object {
  const { bank, agency, account, wallet, payee } = accountOf(context.secrets);
  const charge = slip.txid === undefined ? undefined : pixBank.charges.byTxid(slip.txid);
  return {
    ourNumber: slip.ourNumber,
    reference: slip.reference,
    status: slip.status,
    amount: slip.amount + (findFault(rules, 'wrong-amount') ? 1 : 0),
    dueDate: slip.dueDate,
    ...(slip.late
      ? { late: { fine: toValor(slip.late.fine), monthlyInterest: toValor(slip.late.monthlyInterest) } }
      : {}),
    bank,
    agency,
    account,
    wallet,
    beneficiary: {
      name: payee.name,
      document: payee.document,
      address: `${payee.street}, ${payee.city} ${payee.state}`,
    },
    barcode: slip.barcode,
    line: slip.line,
    ...(charge ? { pix: { txid: charge.txid, brCode: charge.brCode } } : {}),
    credits: slip.payments.map(creditView),
    createdAt: slip.createdAt,
  };
}

function creditView({ id, amount, paidAt, creditsAt, channel, place, fine, interest }: SlipPayment): object {
  const parts = fine === undefined ? {} : { fine, interest };
  return { id, amount, paidAt, creditedAt: place === undefined ? null : creditsAt, channel, ...parts };
}
