import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Acquirer } from './acquirer.server.ts';
import { type Charge, disputeStages, movedAmount } from './charge.types.ts';
import { moment, money, parseReais } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { facts, hiddenFields, notice } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';

const path = '/acquirer/statement';
const maxShown = 50;

const reversalSchema = z.strictObject({
  /** The acquirer's id of a charge, or the school's reference. */
  charge: z.string(),
  kind: z.enum(['refund', 'dispute', 'escalate-dispute', 'win-dispute']),
  /** Minor units; all that is left when absent. */
  amount: z.int().min(1).optional(),
  /** Of a dispute: the scheme's code, its stage, and in how many days evidence is no longer taken. */
  reason: z.string().max(40).optional(),
  stage: z.enum(disputeStages).optional(),
  days: z.int().min(0).max(120).optional(),
});
type Reversal = z.infer<typeof reversalSchema>;

/**
 * Money that is returned without the checkout: the buyer's bank disputes a charge, or the school's staff refund it in
 * the acquirer's own panel. Page `/acquirer/statement`; the same for tests at `POST /sandbox/card/reverse`.
 */
export function acquirerConsumerRoutes(acquirer: Acquirer): (app: FastifyInstance) => void {
  const find = (name: string): Charge | undefined => acquirer.book.byId(name) ?? acquirer.book.byOrder(name);

  function reverse(charge: Charge, command: Omit<Reversal, 'charge'>): ReturnType<Acquirer['dispute']> {
    const { kind, amount } = command;
    if (kind === 'win-dispute') return acquirer.winDispute(charge.id);
    if (kind === 'escalate-dispute') return acquirer.escalateDispute(charge.id, command);
    if (kind === 'dispute') return acquirer.dispute(charge.id, amount, command);
    const left = movedAmount(charge, 'capture') - movedAmount(charge, 'refund');
    return acquirer.refund(charge.id, randomUUID(), amount ?? left);
  }

  return (app) => {
    app.post('/sandbox/card/reverse', async (request, reply) => {
      const command = reversalSchema.safeParse(request.body);
      if (!command.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(command.error) });
      const charge = find(command.data.charge);
      if (!charge) return reply.code(404).send({ code: 'charge-not-found', message: 'No such charge.' });
      const done = await reverse(charge, command.data);
      if (!done.ok) return reply.code(done.error.status).send({ code: done.error.code, message: done.error.message });
      return reply.send({ charge: done.value.id, movements: done.value.movements });
    });

    app.get(path, (_request, reply) => sendStatement(reply, null));

    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const charge = find(fields['charge'] ?? '');
      const typed = fields['amount']?.trim() ?? '';
      const amount = typed === '' ? undefined : parseReais(typed);
      if (!charge || amount === null) return sendStatement(reply.code(422), 'Escreva o valor assim: 1.140,00.');
      const kind = reversalSchema.shape.kind.catch('dispute').parse(fields['kind']);
      const reason = fields['reason'];
      const done = await reverse(charge, {
        ...{ kind, ...(amount === undefined ? {} : { amount }), ...(reason ? { reason } : {}) },
        ...(kind === 'escalate-dispute' ? { stage: 'pre-arbitration' as const } : {}),
      });
      if (!done.ok) return sendStatement(reply.code(422), 'Não sobra tanto desta compra.');
      return reply.redirect(path, 303);
    });
  };

  function sendStatement(reply: FastifyReply, error: string | null): FastifyReply {
    const charges = [...acquirer.book.all()]
      .filter(({ status }) => status === 'captured')
      .toReversed()
      .slice(0, maxShown);
    const body = markup`<h1>Fatura do cartão</h1>
<p class="lead">Compras que foram cobradas. O banco de quem comprou pode contestá-las, e a escola pode estorná-las no painel da adquirente: nos dois casos a loja só fica sabendo pelo aviso.</p>
${error !== null && notice('bad', error)}
${charges.length === 0 && markup`<div class="card"><p>Nenhuma compra por enquanto.</p></div>`}
${charges.map(entry)}`;
    return sendPage(reply, { title: 'Fatura do cartão', body });
  }
}

/** Reason codes of Visa that a course may meet. */
const reasons = [
  ['10.4', 'fraude, compra sem o cartão'],
  ['12.6.1', 'cobrança em duplicidade'],
  ['13.1', 'serviço não prestado'],
  ['13.2', 'recorrência cancelada'],
  ['13.3', 'não corresponde ao descrito'],
  ['13.7', 'compra cancelada'],
] as const;

function entry(charge: Charge): Html {
  const { id, amount, currency, softDescriptor, createdAt, card } = charge;
  return markup`<div class="card">
<p class="amount">${money(amount, currency)}</p>
${facts([
  ['Loja', softDescriptor],
  ['Cartão', `${card.brand} final ${card.last4}`],
  ['Quando', moment(createdAt)],
  ['Estornado', money(movedAmount(charge, 'refund'), currency)],
  ['Contestado', money(movedAmount(charge, 'chargeback') - movedAmount(charge, 'chargeback-won'), currency)],
])}
<form method="post" action="${path}">
${hiddenFields({ charge: id })}
<div class="field"><label for="amount-${id}">Valor, em reais (vazio: tudo)</label><input id="amount-${id}" name="amount" inputmode="decimal" autocomplete="off"></div>
<div class="field"><label for="reason-${id}">Motivo da contestação</label><select id="reason-${id}" name="reason">${reasons.map(([code, words]) => markup`<option value="${code}">${code}: ${words}</option>`)}</select></div>
<button name="kind" value="dispute">Contestar</button>
${movedAmount(charge, 'chargeback') > movedAmount(charge, 'chargeback-won') && markup`<button name="kind" value="escalate-dispute" class="quiet">Levar à pré-arbitragem</button><button name="kind" value="win-dispute" class="quiet">Contestação decidida a favor da escola</button>`}
<button name="kind" value="refund" class="quiet">Estornar no painel</button>
</form>
</div>`;
}
