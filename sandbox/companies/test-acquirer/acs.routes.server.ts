import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { money } from '../../pages/format.ts';
import { markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { facts, notice } from '../../pages/parts.ts';
import type { Acquirer } from './acquirer.server.ts';
import { challengeResult } from './charge-view.server.ts';
import type { Challenge, Charge } from './charge.types.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Banco Aroeira's pages. */
export const bankTheme: PageTheme = {
  id: 'acs',
  name: 'Banco Aroeira',
  home: '',
  mark: markup`<path d="M16 3 27 7v9c0 7-5 11-11 13C10 27 5 23 5 16V7Z" /><path d="m11 16 4 4 7-8" />`,
  light: { accent: '#5a3592', strong: '#442672' },
  dark: { accent: '#cfb5ff', strong: '#e2d2ff', onAccent: '#241041' },
};

interface Form {
  Body: Readonly<Record<string, string>> | null;
}

/**
 * The buyer's bank (access control server of EMV 3-D Secure 2.2), shown in the merchant's frame: receives the CReq
 * form, shows the challenge, records the answer and posts the CRes form to the merchant. Before that, its page may have
 * run in a hidden frame of the buyer's browser (3DS Method), at `/acquirer/acs/method`.
 */
export function acsRoutes(acquirer: Acquirer): (app: FastifyInstance) => void {
  return (app) => {
    app.post<Form>('/acquirer/acs', (request, reply) => {
      const charge = acquirer.book.byChallenge(transactionOf(request.body?.creq));
      if (!charge?.challenge) return sendProblem(reply, 404, 'Não conhecemos este pedido de confirmação.');
      if (charge.status !== 'challenge') return sendProblem(reply, 409, 'Este pedido de confirmação já terminou.');
      return sendQuestion(reply, questionOf(charge, charge.challenge));
    });

    // A preview of the challenge, without a charge: answering it shows a note.
    app.post<Form>('/acquirer/acs/specimen', ({ body }, reply) => {
      const { amount = '', currency = '', shop = '', last4 = '' } = body ?? {};
      if (!/^\d{1,12}$/.test(amount) || !/^[A-Z]{3}$/.test(currency) || !/^\d{4}$/.test(last4))
        return sendProblem(reply, 400, 'Não conhecemos este pedido.');
      return sendQuestion(reply, {
        amount: unitsToJson(BigInt(amount)),
        currency,
        shop: shop.slice(0, 40),
        last4,
        installments: 1,
        transaction: '',
      });
    });

    app.post<Form>('/acquirer/acs/method', (request, reply) => {
      const looked = acquirer.threeDsMethod.record(request.body?.threeDSMethodData);
      return looked ? sendMethodEnd(reply, looked) : sendProblem(reply, 400, 'Não conhecemos este pedido.');
    });

    // A bank whose page never ends.
    app.post('/acquirer/acs/silent', (_request, reply) => sendLeft(reply));

    app.post<Form>('/acquirer/acs/answer', async (request, reply) => {
      const { transaction = '', answer = '' } = request.body ?? {};
      if (answer === 'leave') return sendLeft(reply);
      if (answer !== 'approve' && answer !== 'refuse') return sendProblem(reply, 400, 'Escolha uma das respostas.');
      const answered = await acquirer.answerChallenge(transaction, answer === 'approve');
      if (!answered.ok || !answered.value.challenge)
        return sendProblem(reply, 409, 'Este pedido de confirmação já terminou.');
      return sendEnd(reply, answered.value.challenge);
    });
  };
}

/** The acsTransID inside a CReq (base64url JSON); empty when it cannot be read. */
function transactionOf(creq: string | undefined): string {
  try {
    const message: unknown = JSON.parse(Buffer.from(creq ?? '', 'base64url').toString('utf8'));
    return typeof message === 'object' && message !== null && 'acsTransID' in message ? String(message.acsTransID) : '';
  } catch {
    return '';
  }
}

/** Any shop may frame banks' pages; their forms post to the named addresses only. */
function framedPolicy(formAction: string, script = ''): string {
  return `default-src 'none'; style-src 'self'; form-action ${formAction};${script} base-uri 'none'; frame-ancestors http: https:`;
}

/** Contents of the challenge page. */
interface Question {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly shop: string;
  readonly last4: string;
  readonly installments: number;
  /** The acsTransID. */
  readonly transaction: string;
}

function questionOf({ amount, currency, softDescriptor, card, installments }: Charge, challenge: Challenge): Question {
  const shop = softDescriptor || 'Loja de teste';
  return { amount, currency, shop, last4: card.last4, installments, transaction: challenge.acsTransID };
}

function sendQuestion(reply: FastifyReply, question: Question): FastifyReply {
  const { amount, currency, shop, last4, installments, transaction } = question;
  const body = markup`<h1>Confirme sua compra</h1>
<p class="lead">O Banco Aroeira quer saber se é você.</p>
<div class="card">
<p class="amount">${money(amount, currency)}</p>
${facts([['Loja', shop], ['Cartão', `•••• ${last4}`], installments > 1 && ['Parcelas', installments]])}
</div>
<form class="stack" method="post" action="/acquirer/acs/answer">
<input type="hidden" name="transaction" value="${transaction}">
<button name="answer" value="approve">Sou eu, confirmar</button>
<button class="quiet" name="answer" value="refuse">Não reconheço a compra</button>
<button class="quiet" name="answer" value="leave">Sair sem responder</button>
</form>`;
  return sendPage(
    reply,
    { title: 'Confirme sua compra', theme: bankTheme, body, framed: true },
    framedPolicy("'self'"),
  );
}

function sendEnd(reply: FastifyReply, challenge: Challenge): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const passed = challenge.transStatus === 'Y';
  const body = markup`<h1>${passed ? 'Compra confirmada' : 'Compra não confirmada'}</h1>
<p class="lead">Voltando para a loja…</p>
<form id="end" class="stack" method="post" action="${challenge.notificationUrl}">
<input type="hidden" name="cres" value="${challengeResult(challenge)}">
<button>Continuar</button>
</form>
<script nonce="${nonce}">document.getElementById('end').submit()</script>`;
  const policy = framedPolicy(new URL(challenge.notificationUrl).origin, ` script-src 'nonce-${nonce}';`);
  return sendPage(reply, { title: 'Voltando para a loja', theme: bankTheme, body, framed: true }, policy);
}

/** Posts the end of the 3DS Method to the merchant's address (threeDSMethodNotificationURL). */
function sendMethodEnd(reply: FastifyReply, looked: { transaction: string; notificationUrl: string }): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const data = Buffer.from(JSON.stringify({ threeDSServerTransID: looked.transaction })).toString('base64url');
  const body = markup`<form id="end" method="post" action="${looked.notificationUrl}">
<input type="hidden" name="threeDSMethodData" value="${data}">
</form>
<script nonce="${nonce}">document.getElementById('end').submit()</script>`;
  const policy = framedPolicy(new URL(looked.notificationUrl).origin, ` script-src 'nonce-${nonce}';`);
  return sendPage(reply, { title: 'Um momento', theme: bankTheme, body, framed: true }, policy);
}

function sendLeft(reply: FastifyReply): FastifyReply {
  const body = markup`<h1>Você saiu sem responder</h1>
<p>A compra fica à espera da sua resposta até o prazo do banco acabar. Você pode fechar esta janela ou tentar outra forma de pagamento na loja.</p>`;
  return sendPage(reply, { title: 'Sem resposta', theme: bankTheme, body, framed: true }, framedPolicy("'none'"));
}

function sendProblem(reply: FastifyReply, status: number, text: string): FastifyReply {
  const body = markup`<h1>Não deu certo</h1>${notice('bad', text)}`;
  return sendPage(
    reply.code(status),
    { title: 'Não deu certo', theme: bankTheme, body, framed: true },
    framedPolicy("'none'"),
  );
}
