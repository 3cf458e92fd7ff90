import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { NuPay } from './nupay.server.ts';
import type { NuPayPayment, NuPayStatus } from './payment.types.ts';
import { money, moment } from '../../pages/format.ts';
import { markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, facts, notice, table } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of NuPay's pages. */
export const nuPayTheme: PageTheme = {
  id: 'nupay',
  name: 'NuPay',
  home: '/nupay/pay',
  mark: markup`<path d="M5 26V12c0-5 9-5 9 0v9c0 5 9 5 9 0V6" />`,
  light: { accent: '#7a1fa2', strong: '#5c1680' },
  dark: { accent: '#e6b8ff', strong: '#f1d6ff', onAccent: '#2f0a41' },
};

const path = '/nupay/pay';

const statusWords: Readonly<Record<NuPayStatus, string>> = {
  WAITING_PAYMENT_METHOD: 'à espera de você',
  AUTHORIZED: 'aprovado, a confirmar',
  COMPLETED: 'pago',
  CANCELLING: 'a cancelar',
  CANCELLED: 'cancelado',
  DENIED: 'recusado',
  ERROR: 'com erro',
};

const answerSchema = z.strictObject({
  pspReferenceId: z.string().optional(),
  referenceId: z.string().optional(),
  how: z.enum(['approve', 'refuse', 'cancel']).default('approve'),
});

/** The buyer's app at `/nupay/pay/<payment>`, and the same for tests at `POST /sandbox/nupay/answer`. */
export function nuPayConsumerRoutes(nuPay: NuPay): (app: FastifyInstance) => void {
  return (app) => {
    app.post('/sandbox/nupay/answer', async (request, reply) => {
      const order = answerSchema.safeParse(request.body);
      if (!order.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(order.error) });
      const { pspReferenceId, referenceId = '', how } = order.data;
      const payment = pspReferenceId === undefined ? nuPay.byReference(referenceId) : nuPay.byId(pspReferenceId);
      if (!payment) return reply.code(404).send({ code: 'payment-not-found', message: 'No such payment.' });
      const answered = await nuPay.answer(payment, how);
      if (!answered.ok) return reply.code(409).send({ code: answered.error.code, message: answered.error.message });
      return reply.send({ pspReferenceId: answered.value.pspReferenceId, status: answered.value.status });
    });

    app.get(path, (_request, reply) => sendList(reply));

    app.get<{ Params: { psp: string } }>(`${path}/:psp`, (request, reply) => {
      const payment = nuPay.byId(request.params.psp);
      return payment ? sendPayment(reply, payment) : sendList(reply.code(404));
    });

    app.post<{ Params: { psp: string } }>(`${path}/:psp`, async (request, reply) => {
      const payment = nuPay.byId(request.params.psp);
      if (!payment) return sendList(reply.code(404));
      const { how } = fieldsOf(request.body);
      await nuPay.answer(payment, how === 'refuse' || how === 'cancel' ? how : 'approve');
      return reply.redirect(`${path}/${payment.pspReferenceId}`, 303);
    });
  };

  function sendList(reply: FastifyReply): FastifyReply {
    const rows = [...nuPay.all()]
      .toReversed()
      .slice(0, 20)
      .map(
        ({ pspReferenceId, amount, status, createdAt }) =>
          markup`<td class="number"><a href="${path}/${pspReferenceId}">${money(amount)}</a></td><td>${statusWords[status]}</td><td>${moment(createdAt)}</td>`,
      );
    const body = markup`<h1>NuPay</h1>
<p class="lead">O aplicativo de quem paga. Nada disto é dinheiro de verdade. Alguns valores decidem sozinhos: R$ 750,00 dá erro, R$ 850,00, R$ 950,00 e R$ 1.050,00 são cancelados.</p>
${rows.length === 0 ? notice('note', 'Nenhum pagamento ainda.') : table('Pagamentos', ['Valor', 'Estado', 'Quando'], rows)}`;
    return sendPage(reply, { title: 'NuPay', theme: nuPayTheme, body });
  }
}

function sendPayment(reply: FastifyReply, payment: NuPayPayment): FastifyReply {
  const { pspReferenceId, amount, status, shopper, storeName, returnUrl, cancelUrl } = payment;
  const to = `${path}/${pspReferenceId}`;
  const isOpen = status === 'WAITING_PAYMENT_METHOD';
  const body = markup`<h1>${isOpen ? 'Aprovar compra' : 'Pagamento'}</h1>
${!isOpen && notice(status === 'COMPLETED' || status === 'AUTHORIZED' ? 'good' : 'note', `Este pagamento está ${statusWords[status]}.`)}
<div class="card">
<p class="amount">${money(amount)}</p>
${facts([
  ['Loja', storeName],
  ['Comprador', shopper.name],
  ['Pagamento', markup`<span class="code">${pspReferenceId}</span>`],
])}
</div>
${
  isOpen &&
  markup`<div class="stack">
${buttonForm(to, { how: 'approve' }, 'Aprovar', false)}
${buttonForm(to, { how: 'refuse' }, 'Recusar', true)}
${buttonForm(to, { how: 'cancel' }, 'Cancelar a compra', true)}
</div>`
}
<p><a href="${status === 'CANCELLED' ? cancelUrl : returnUrl}">${isOpen ? 'Voltar para a loja sem responder' : 'Voltar para a loja'}</a></p>`;
  return sendPage(reply, { title: 'NuPay', theme: nuPayTheme, body });
}
