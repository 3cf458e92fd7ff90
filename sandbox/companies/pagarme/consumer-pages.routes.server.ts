import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Charge } from './charge.types.ts';
import { moneyOf } from './charge.types.ts';
import type { Pagarme } from './pagarme.server.ts';
import type { Problem } from './problems.ts';
import { testCards } from './test-cards.ts';
import { bankDay, day, moment, money, parseReais } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { cardNumber, facts, field, hiddenFields, notice, table } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import { slipTheme } from '../slip-bank/consumer-pages.routes.server.ts';

const payPath = '/pagarme/pay';
const panelPath = '/pagarme/panel';
const maxShown = 50;

const paySchema = z.strictObject({
  /** Pagar.me's id of a charge, the school's reference, or the slip's line. */
  charge: z.string(),
  amount: z.int().min(1).optional(),
  force: z.boolean().optional(),
});
const reverseSchema = z.strictObject({
  charge: z.string(),
  kind: z.enum(['refund', 'dispute']),
  amount: z.int().min(1).optional(),
});
const hooksSchema = z.strictObject({ urls: z.array(z.url()).max(10) });

/**
 * Pages of people at Pagar.me: a buyer pays a slip (`/pagarme/pay`); the school's staff use the panel and refund
 * (`/pagarme/panel`). The same for tests: `POST /sandbox/pagarme/pay`, `/sandbox/pagarme/reverse`, `PUT …/hooks`.
 */
export function pagarmeConsumerRoutes(pagarme: Pagarme): (app: FastifyInstance) => void {
  const { book } = pagarme;
  const find = (name: string): Charge | undefined => book.byId(name) ?? book.byCode(name) ?? book.byLine(name);
  const fail = (reply: FastifyReply, { status, message }: Problem): FastifyReply =>
    reply.code(status).send({ code: String(status), message });

  return (app) => {
    app.post('/sandbox/pagarme/pay', async (request, reply) => {
      const command = paySchema.safeParse(request.body);
      if (!command.success) return fail(reply, { status: 422, message: z.prettifyError(command.error) });
      const done = await pagarme.paySlip(find(command.data.charge)?.id ?? '', command.data);
      return done.ok ? reply.send({ charge: done.value.id, status: done.value.status }) : fail(reply, done.error);
    });

    app.post('/sandbox/pagarme/reverse', async (request, reply) => {
      const command = reverseSchema.safeParse(request.body);
      if (!command.success) return fail(reply, { status: 422, message: z.prettifyError(command.error) });
      const { charge, kind, amount } = command.data;
      const id = find(charge)?.id ?? '';
      const done = kind === 'dispute' ? await pagarme.dispute(id) : await pagarme.cancel(id, amount, null);
      return done.ok ? reply.send({ charge: done.value.id, status: done.value.status }) : fail(reply, done.error);
    });

    app.put('/sandbox/pagarme/hooks', (request, reply) => {
      const command = hooksSchema.safeParse(request.body);
      if (!command.success) return fail(reply, { status: 422, message: z.prettifyError(command.error) });
      book.setHooks(command.data.urls);
      return reply.send({ urls: book.hooks });
    });

    app.get<{ Querystring: { line?: string; paid?: string } }>(payPath, (request, reply) => {
      const { line = '', paid } = request.query;
      const charge = find(paid ?? line);
      if (charge?.slip) return sendSlip(reply, charge, null);
      const error = line === '' ? null : 'Não encontramos este boleto. Confira os números.';
      return sendStart(error === null ? reply : reply.code(422), error, line);
    });

    app.post(payPath, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const charge = find(fields['charge'] ?? '');
      if (!charge?.slip) return sendStart(reply.code(422), 'Não encontramos este boleto.', '');
      const typed = fields['amount']?.trim() ?? '';
      const amount = typed === '' ? undefined : parseReais(typed);
      if (amount === null) return sendSlip(reply.code(422), charge, 'Escreva o valor assim: 1.140,00.');
      const done = await pagarme.paySlip(charge.id, { amount });
      if (!done.ok) return sendSlip(reply.code(422), charge, 'Este boleto não pode ser pago.');
      return reply.redirect(`${payPath}?paid=${charge.id}`, 303);
    });

    app.get(panelPath, (_request, reply) => sendPanel(reply, null));

    app.post(panelPath, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const id = find(fields['charge'] ?? '')?.id ?? '';
      const typed = fields['amount']?.trim() ?? '';
      const amount = typed === '' ? undefined : parseReais(typed);
      if (amount === null) return sendPanel(reply.code(422), 'Escreva o valor assim: 1.140,00.');
      const done = fields['kind'] === 'dispute' ? await pagarme.dispute(id) : await pagarme.cancel(id, amount, null);
      return done.ok
        ? reply.redirect(panelPath, 303)
        : sendPanel(reply.code(422), 'Isto não se faz com esta cobrança.');
    });
  };

  function sendStart(reply: FastifyReply, error: string | null, line: string): FastifyReply {
    const body = markup`<h1>Pagar boleto da Pagar.me</h1>
<p class="lead">Cole a linha que está no boleto. Nada disto é dinheiro de verdade.</p>
${error !== null && notice('bad', error, 'line-error')}
<form class="card full" method="get" action="${payPath}">
<div class="field"><label for="line">Linha digitável</label>
<textarea id="line" name="line" required autocomplete="off" inputmode="numeric">${line}</textarea></div>
<button>Continuar</button>
</form>`;
    return sendPage(reply, { title: 'Pagar boleto', theme: slipTheme, body });
  }

  function sendSlip(reply: FastifyReply, charge: Charge, error: string | null): FastifyReply {
    const isOpen = charge.status === 'pending';
    const { captured } = moneyOf(charge);
    const body = markup`<h1>${captured > 0 ? 'Boleto pago' : 'Confira antes de pagar'}</h1>
${error !== null && notice('bad', error)}
<div class="card"><p class="amount">${money(captured > 0 ? captured : charge.amount)}</p>
${facts([
  ['Vencimento', day(bankDay(new Date(charge.slip?.dueAt ?? charge.createdAt)))],
  ['Pagador', charge.customer.name],
  ['Nosso número', markup`<span class="code">${charge.slip?.ourNumber ?? ''}</span>`],
])}</div>
${!isOpen && captured === 0 && notice('note', 'Este boleto não pode ser pago agora.')}
${isOpen && payForm(charge)}
${captured > 0 && notice('good', 'A Pagar.me recebeu e avisa a escola. Pode voltar para a loja.')}`;
    return sendPage(reply, { title: 'Pagar boleto', theme: slipTheme, body });
  }

  function sendPanel(reply: FastifyReply, error: string | null): FastifyReply {
    const charges = [...book.all()].toReversed().slice(0, maxShown);
    const cards = testCards.map(({ number, does }) => markup`<td>${cardNumber(number)}</td><td>${does}</td>`);
    const body = markup`<h1>Painel da Pagar.me</h1>
<p class="lead">As cobranças da escola nesta adquirente. O que se faz aqui a loja só fica sabendo pelo aviso.</p>
${error !== null && notice('bad', error)}
${charges.length === 0 && markup`<div class="card"><p>Nenhuma cobrança por enquanto.</p></div>`}
${charges.map(entry)}
<h2>Cartões de teste</h2>
${table('Cartões de teste', ['Número', 'O que acontece'], cards)}
<h2>Avisos</h2>
<ul>${book.hooks.map((url) => markup`<li><code>${url}</code></li>`)}</ul>`;
    return sendPage(reply, { title: 'Painel da Pagar.me', wide: true, hasNumbers: true, body });
  }
}

function payForm({ id }: Charge): Html {
  return markup`<form class="card full" method="post" action="${payPath}">
${hiddenFields({ charge: id })}
${field('amount', 'Outro valor, em reais (vazio: o do boleto)', markup`inputmode="decimal" autocomplete="off"`)}
<button>Pagar agora</button>
</form>`;
}

function entry(charge: Charge): Html {
  const { id, amount, status, method, card, createdAt } = charge;
  const { captured, refunded, disputed } = moneyOf(charge);
  const canReverse = method === 'credit_card' && captured > refunded && status !== 'chargedback';
  return markup`<div class="card">
<p class="amount">${money(amount)}</p>
${facts([
  ['Como', card ? `${card.brand} final ${card.last4}` : 'Boleto'],
  ['Estado', status],
  ['Quando', moment(createdAt)],
  ['Recebido', money(captured)],
  ['Estornado', money(refunded)],
  ['Contestado', money(disputed)],
])}
${
  canReverse &&
  markup`<form method="post" action="${panelPath}">
${hiddenFields({ charge: id })}
<div class="field"><label for="amount-${id}">Valor, em reais (vazio: tudo)</label><input id="amount-${id}" name="amount" inputmode="decimal" autocomplete="off"></div>
<button name="kind" value="refund" class="quiet">Estornar</button>
<button name="kind" value="dispute">O banco contesta</button>
</form>`
}
</div>`;
}
