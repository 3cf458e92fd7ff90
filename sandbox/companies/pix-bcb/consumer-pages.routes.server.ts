import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { day, moment, money, parseReais } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, facts, field, hiddenFields, notice } from '../../pages/parts.ts';
import type { PayRefusal } from './pay-pix.server.ts';
import type { PixBank } from './pix-bank.server.ts';
import { medNatures, type PixCharge, type ReceivedPix, toValor } from './pix.types.ts';
import { consentFacts } from './automatic/mandate-pages.routes.server.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import { pixTheme } from './pix-theme.ts';

const path = '/pix-bank/pay';
/** Length of the list of open charges. */
const mostOpen = 5;

const words: Readonly<Record<PayRefusal, string>> = {
  'charge-not-found': 'Não encontramos esta cobrança. Este banco só conhece códigos feitos neste ambiente de teste.',
  'code-mistyped': 'O código está incompleto ou foi alterado. Copie de novo e cole inteiro.',
  'charge-paid': 'Esta cobrança já foi paga.',
  'charge-removed': 'Quem cobra cancelou esta cobrança.',
  'charge-expired': 'O prazo desta cobrança acabou.',
  'amount-fixed': 'Quem cobra não deixa mudar o valor.',
};

const orderSchema = z.strictObject({
  code: z.string().optional(),
  txid: z.string().optional(),
  amount: z.int().min(1).optional(),
  times: z.int().min(1).max(20).optional(),
  force: z.boolean().optional(),
  approve: z.boolean().optional(),
});

const takeBackSchema = z.strictObject({ txid: z.string(), natureza: z.enum(medNatures) });

/** The payer's bank app at `/pix-bank/pay`, and the same for tests at `POST /sandbox/pix/pay`. */
export function pixConsumerRoutes({
  payer,
  charges,
  recurrences,
  money: received,
}: PixBank): (app: FastifyInstance) => void {
  const payeeName = (charge: PixCharge): string => charges.payeeOf(charge.terms.chave)?.name ?? '';

  return (app) => {
    app.post('/sandbox/pix/pay', async (request, reply) => {
      const order = orderSchema.safeParse(request.body);
      if (!order.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(order.error) });
      const found = payer.find(order.data.code ?? order.data.txid ?? '');
      if (!found.ok) return reply.code(404).send({ code: found.error, message: words[found.error] });
      const paid = await payer.pay(found.value, order.data);
      if (!paid.ok) {
        const message = `${words[paid.error]} Send force: true to pay all the same.`;
        return reply.code(409).send({ code: paid.error, message });
      }
      return reply.send({
        txid: found.value.txid,
        paid: paid.value.map(({ endToEndId, amount }) => ({ endToEndId, amount })),
      });
    });

    app.post('/sandbox/pix/take-back', async (request, reply) => {
      const order = takeBackSchema.safeParse(request.body);
      if (!order.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(order.error) });
      const back = await received.takeBack(order.data.txid, order.data.natureza);
      if (!back) return reply.code(409).send({ code: 'nothing-left', message: 'Nothing of this charge is left.' });
      return reply.send({ rtrId: back.rtrId, amount: back.amount });
    });

    app.post(`${path}/take-back`, async (request, reply) => {
      const order = takeBackSchema.safeParse(fieldsOf(request.body));
      if (!order.success) return sendStart(reply.code(422), words['charge-not-found'], '');
      await received.takeBack(order.data.txid, order.data.natureza);
      return reply.redirect(`${path}?paid=${order.data.txid}`, 303);
    });

    app.get<{ Querystring: { code?: string; paid?: string } }>(path, (request, reply) => {
      const { code = '', paid } = request.query;
      if (paid !== undefined) return sendReceipt(reply, paid);
      if (code === '') return sendStart(reply, null, '');
      const found = payer.find(code);
      if (!found.ok) return sendStart(reply.code(422), words[found.error], code);
      return sendConfirmation(reply, found.value, null);
    });

    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const found = payer.find(fields['txid'] ?? '');
      if (!found.ok) return sendStart(reply.code(422), words[found.error], '');
      const typed = fields['amount']?.trim() ?? '';
      const amount = typed === '' ? undefined : parseReais(typed);
      if (amount === null) return sendConfirmation(reply.code(422), found.value, 'Escreva o valor assim: 1.140,00.');
      const how = fields['how'];
      const approve = how === 'approve';
      const order = { amount, times: how === 'twice' ? 2 : 1, force: how !== undefined && !approve, approve };
      const paid = await payer.pay(found.value, order);
      if (!paid.ok) return sendConfirmation(reply.code(422), found.value, words[paid.error]);
      return reply.redirect(`${path}?paid=${found.value.txid}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null, code: string): FastifyReply {
    const body = markup`<h1>Pagar com Pix</h1>
<p class="lead">Cole o código que a loja mostrou. Nada disto é dinheiro de verdade.</p>
${error !== null && notice('bad', error, 'code-error')}
<form class="card full" method="get" action="${path}">
<div class="field"><label for="code">Pix copia e cola</label>
<textarea id="code" name="code" required autocomplete="off" spellcheck="false"${error !== null && describedBy}>${code}</textarea></div>
<button>Continuar</button>
</form>
${openCharges()}`;
    return sendPage(reply, { title: 'Pagar com Pix', theme: pixTheme, body });
  }

  /** The newest payable charges, so that no code has to be pasted. */
  function openCharges(): Html | false {
    const open = [...charges.all()]
      .filter((charge) => payer.obstacle(charge) === null)
      .toSorted((one, other) => other.criacao.localeCompare(one.criacao))
      .slice(0, mostOpen);
    if (open.length === 0) return false;
    const items = open.map(
      (charge) =>
        markup`<li><a href="${path}?code=${charge.txid}">${money(payer.due(charge))} para ${payeeName(charge)}, ${moment(charge.criacao)}</a></li>`,
    );
    return markup`<h2>Cobranças abertas</h2>
<ul class="links">${items}</ul>`;
  }

  function sendConfirmation(reply: FastifyReply, charge: PixCharge, error: string | null): FastifyReply {
    const obstacle = payer.obstacle(charge);
    const { terms, txid } = charge;
    const body = markup`<h1>Confira antes de pagar</h1>
${error !== null && notice('bad', error)}
<div class="card">
<p class="amount">${money(payer.due(charge))}</p>
${facts([
  ['Para', payeeName(charge)],
  ['Chave', terms.chave],
  [terms.dueDate === undefined ? 'Pagar até' : 'Vencimento', deadline(charge)],
  terms.solicitacaoPagador !== undefined && ['Mensagem', terms.solicitacaoPagador],
  ['Identificação', markup`<span class="code">${txid}</span>`],
])}
</div>
${obstacle === null ? payForm(txid) : notice('note', words[obstacle])}
<details${obstacle !== null && markup` open`}>
<summary>Pagar de um jeito que dá trabalho</summary>
<p class="hint">Como o dinheiro que já estava a caminho quando o prazo acabou, ou que alguém enviou de novo.</p>
<div class="stack card">
${obstacle !== null && buttonForm(path, { txid, how: 'late' }, 'Pagar mesmo assim', true)}
${buttonForm(path, { txid, how: 'twice' }, 'Pagar duas vezes', true)}
<form method="post" action="${path}">
${hiddenFields({ txid, how: 'other' })}
${field('amount', 'Outro valor, em reais', amountField(terms.amount))}
<button class="quiet">Pagar este valor</button>
</form>
</div>
</details>
<p><a href="${path}">Pagar outro código</a></p>`;
    return sendPage(reply, { title: 'Confira antes de pagar', theme: pixTheme, body });
  }

  /** A code may also request a mandate: paying approves it only by its own button. */
  function payForm(txid: string): Html {
    const asked = recurrences.byTxid(txid);
    if (asked?.status !== 'CRIADA') return buttonForm(path, { txid }, 'Pagar agora', false);
    return markup`<section class="card" aria-labelledby="consent">
<h2 id="consent">Este código também pede Pix Automático</h2>
${consentFacts(asked)}
<p class="hint">Você cancela quando quiser, aqui no app do banco.</p>
</section>
${buttonForm(path, { txid, how: 'approve' }, 'Pagar e autorizar as próximas', false)}
${buttonForm(path, { txid }, 'Pagar só esta vez', true)}
${buttonForm('/pix-bank/consents', { idRec: asked.idRec, do: 'refuse' }, 'Recusar as próximas', true)}`;
  }

  function sendReceipt(reply: FastifyReply, txid: string): FastifyReply {
    const charge = charges.byTxid(txid);
    const pix = received.ofCharge(txid);
    if (!charge || pix.length === 0) return sendStart(reply.code(404), words['charge-not-found'], '');
    const body = markup`<h1>Pix enviado</h1>
${notice('good', 'O dinheiro saiu da sua conta de teste. Pode voltar para a loja.')}
${pix.map((one) => receipt(one, payeeName(charge)))}
<details>
<summary>Contestar no banco (MED)</summary>
<div class="stack card">
${medNatures.map((natureza) => buttonForm(`${path}/take-back`, { txid, natureza }, medLabels[natureza], true))}
</div>
</details>
<p><a href="/pix-bank/consents">Ver o que autorizei</a></p>
<p><a href="${path}">Pagar outro código</a></p>`;
    return sendPage(reply, { title: 'Pix enviado', theme: pixTheme, body });
  }
}

const medLabels: Readonly<Record<(typeof medNatures)[number], string>> = {
  MED_FRAUDE: 'Devolver por fraude',
  MED_OPERACIONAL: 'Devolver por falha operacional',
  MED_PIX_AUTOMATICO: 'Devolver um Pix Automático',
};

const describedBy = markup` aria-invalid="true" aria-describedby="code-error"`;

function amountField(amount: number): Html {
  return markup`inputmode="decimal" autocomplete="off" required placeholder="${toValor(amount).replace('.', ',')}"`;
}

function receipt(pix: ReceivedPix, payee: string): Html {
  const paper = markup`<span class="code">${pix.endToEndId}</span>`;
  return markup`<div class="card"><p class="amount">${money(pix.amount)}</p>
${facts([
  ['Para', payee],
  ['Quando', moment(pix.horario)],
  ['Comprovante', paper],
])}</div>`;
}

function deadline({ criacao, terms }: PixCharge): string {
  if (terms.dueDate !== undefined) return day(terms.dueDate);
  return moment(new Date(Date.parse(criacao) + (terms.expiracao ?? 86_400) * 1000));
}
