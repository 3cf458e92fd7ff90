import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { day, moment, money, parseReais } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, facts, field, hiddenFields, notice } from '../../pages/parts.ts';
import { toValor } from '../pix-bcb/pix.types.ts';
import type { SlipBook, SlipObstacle } from './slip-book.server.ts';
import type { Slip, SlipPayment } from './slip.types.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Banco Jequitibá's pages. */
export const slipTheme: PageTheme = {
  id: 'slip',
  name: 'Banco Jequitibá',
  home: '/slip-bank/pay',
  mark: markup`<path d="M5 27V5M10 27V5M15 27V5M22 27V5M27 27V5" />`,
  light: { accent: '#8a3d12', strong: '#6a2d0b' },
  dark: { accent: '#ffb48a', strong: '#ffd0b5', onAccent: '#331503' },
};

const path = '/slip-bank/pay';

const words: Readonly<Record<SlipObstacle, string>> = {
  'slip-not-found':
    'Não encontramos este boleto. Confira os números; este banco só conhece boletos deste ambiente de teste.',
  'slip-pending': 'O banco ainda está registrando este boleto. Tente daqui a pouco.',
  'slip-refused': 'O registro deste boleto foi recusado.',
  'slip-canceled': 'Este boleto foi cancelado por quem cobra.',
  'slip-paid': 'Este boleto já foi pago.',
  'slip-overdue': 'O prazo para pagar este boleto depois do vencimento acabou.',
  'pix-not-offered': 'Este boleto não tem Pix.',
};

const orderSchema = z.strictObject({
  line: z.string().optional(),
  barcode: z.string().optional(),
  ourNumber: z.string().optional(),
  reference: z.string().optional(),
  amount: z.int().min(1).optional(),
  channel: z.enum(['barcode', 'pix']).optional(),
  times: z.int().min(1).max(20).optional(),
  force: z.boolean().optional(),
});

/** The payer's side of the slip bank at `/slip-bank/pay`, and the same for tests at `POST /sandbox/slip/pay`. */
export function slipConsumerRoutes(book: SlipBook): (app: FastifyInstance) => void {
  return (app) => {
    app.post('/sandbox/slip/pay', async (request, reply) => {
      const order = orderSchema.safeParse(request.body);
      if (!order.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(order.error) });
      const { line, barcode, ourNumber, reference, ...how } = order.data;
      const slip = book.find(line ?? barcode ?? ourNumber ?? reference ?? '');
      if (!slip) return reply.code(404).send({ code: 'slip-not-found', message: words['slip-not-found'] });
      const paid = await book.pay(slip, how);
      if (!paid.ok) {
        const message = `${words[paid.error]} Send force: true to pay all the same.`;
        return reply.code(409).send({ code: paid.error, message });
      }
      const payments = paid.value.payments.map(({ id, amount, channel }) => ({ id, amount, channel }));
      return reply.send({ ourNumber: slip.ourNumber, reference: slip.reference, payments });
    });

    app.get<{ Querystring: { line?: string; paid?: string } }>(path, (request, reply) => {
      const { line = '', paid } = request.query;
      const slip = book.find(paid ?? line);
      if (paid !== undefined && slip) return sendReceipt(reply, slip);
      if (line === '' && paid === undefined) return sendStart(reply, null, '');
      return slip ? sendConfirmation(reply, slip, null) : sendStart(reply.code(422), words['slip-not-found'], line);
    });

    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const slip = book.find(fields['slip'] ?? '');
      if (!slip) return sendStart(reply.code(422), words['slip-not-found'], '');
      const typed = fields['amount']?.trim() ?? '';
      const amount = typed === '' ? undefined : parseReais(typed);
      if (amount === null) return sendConfirmation(reply.code(422), slip, 'Escreva o valor assim: 1.140,00.');
      const how = fields['how'];
      const channel = how === 'pix' ? 'pix' : 'barcode';
      const paid = await book.pay(slip, {
        amount,
        channel,
        times: how === 'twice' ? 2 : 1,
        force: how !== undefined && how !== 'pix',
      });
      if (!paid.ok) return sendConfirmation(reply.code(422), slip, words[paid.error]);
      return reply.redirect(`${path}?paid=${slip.ourNumber}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null, line: string): FastifyReply {
    const body = markup`<h1>Pagar boleto</h1>
<p class="lead">Digite ou cole a linha que está no boleto. Nada disto é dinheiro de verdade.</p>
${error !== null && notice('bad', error, 'line-error')}
<form class="card full" method="get" action="${path}">
<div class="field"><label for="line">Linha digitável ou código de barras</label>
<textarea id="line" name="line" required autocomplete="off" inputmode="numeric"${error !== null && describedBy}>${line}</textarea></div>
<button>Continuar</button>
</form>`;
    return sendPage(reply, { title: 'Pagar boleto', theme: slipTheme, body });
  }

  function sendConfirmation(reply: FastifyReply, slip: Slip, error: string | null): FastifyReply {
    const obstacle = book.obstacle(slip);
    const { ourNumber } = slip;
    const body = markup`<h1>Confira antes de pagar</h1>
${error !== null && notice('bad', error)}
<div class="card">
<p class="amount">${money(book.dueAmount(slip))}</p>
${facts([
  book.dueAmount(slip) !== slip.amount && ['Valor do documento', money(slip.amount)],
  book.dueAmount(slip) !== slip.amount && ['Multa e juros', money(book.dueAmount(slip) - slip.amount)],
  ['Vencimento', day(slip.dueDate)],
  ['Pagador', slip.payer.name],
  ['Nosso número', markup`<span class="code">${ourNumber}</span>`],
])}
</div>
${obstacle === null ? paymentOptions(slip) : notice('note', words[obstacle])}
<details${obstacle !== null && markup` open`}>
<summary>Pagar de um jeito que dá trabalho</summary>
<p class="hint">Como acontece quando duas pessoas pagam o mesmo boleto, ou quando falta ou sobra dinheiro.</p>
<div class="stack card">
${obstacle !== null && buttonForm(path, { slip: ourNumber, how: 'anyway' }, 'Pagar mesmo assim', true)}
${buttonForm(path, { slip: ourNumber, how: 'twice' }, 'Pagar duas vezes', true)}
<form method="post" action="${path}">
${hiddenFields({ slip: ourNumber, how: 'other' })}
${field('amount', 'Outro valor, em reais', amountField(slip.amount))}
<button class="quiet">Pagar este valor</button>
</form>
</div>
</details>
<p><a href="${path}">Pagar outro boleto</a></p>`;
    return sendPage(reply, { title: 'Confira antes de pagar', theme: slipTheme, body });
  }

  function sendReceipt(reply: FastifyReply, slip: Slip): FastifyReply {
    const body = markup`<h1>Boleto pago</h1>
${notice('good', 'O banco recebeu e avisa a escola. Pode voltar para a loja.')}
${slip.payments.map(receipt)}
<p><a href="${path}">Pagar outro boleto</a></p>`;
    return sendPage(reply, { title: 'Boleto pago', theme: slipTheme, body });
  }
}

const describedBy = markup` aria-invalid="true" aria-describedby="line-error"`;

function paymentOptions({ ourNumber, txid }: Slip): Html {
  return markup`<div class="stack">
${buttonForm(path, { slip: ourNumber }, 'Pagar agora', false)}
${txid !== undefined && buttonForm(path, { slip: ourNumber, how: 'pix' }, 'Pagar pelo Pix do boleto', true)}
</div>`;
}

function amountField(amount: number): Html {
  return markup`inputmode="decimal" autocomplete="off" required placeholder="${toValor(amount).replace('.', ',')}"`;
}

function receipt(payment: SlipPayment): Html {
  return markup`<div class="card"><p class="amount">${money(payment.amount)}</p>
${facts([
  ['Por', payment.channel === 'pix' ? 'Pix do boleto' : 'Código de barras'],
  ['Quando', moment(payment.paidAt)],
  ['Comprovante', markup`<span class="code">${payment.id}</span>`],
])}</div>`;
}
