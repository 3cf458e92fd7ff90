import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Culqi } from './culqi.server.ts';
import type { Token } from './culqi.types.ts';
import { markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { facts, hiddenFields, notice } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import { bankTheme } from '../test-acquirer/acs.routes.server.ts';

const path = '/culqi/3ds/review';

/** Culqi's page at which a buyer authenticates a card under review; shops show it in a frame. */
export function culqiThreeDsRoutes({ sources: tokens }: Culqi): (app: FastifyInstance) => void {
  function answered(token: Token, approves: boolean): void {
    if (!token.review) return;
    const passed = approves && !token.review.alwaysFails;
    tokens.put({ ...token, review: { ...token.review, state: passed ? 'authenticated' : 'failed' } });
  }

  return (app) => {
    app.post(path, (request, reply) => {
      const fields = fieldsOf(request.body);
      const token = tokens.get(fields['token'] ?? '');
      const returnUrl = fields['returnUrl'] ?? '';
      if (token?.review?.state !== 'pending' || !URL.canParse(returnUrl))
        return sendProblem(reply, 'Não conhecemos este pedido de confirmação, ou ele já terminou.');
      tokens.put({ ...token, review: { ...token.review, returnUrl } });
      return sendQuestion(reply, token);
    });

    app.post(`${path}/answer`, (request, reply) => {
      const { token: id = '', answer } = fieldsOf(request.body);
      const token = tokens.get(id);
      if (answer === 'leave') return sendLeft(reply);
      if (token?.review?.state !== 'pending') return sendProblem(reply, 'Este pedido de confirmação já terminou.');
      answered(token, answer === 'approve');
      return sendEnd(reply, token.review.returnUrl ?? '');
    });
  };
}

function framed(formAction: string, script = ''): string {
  return `default-src 'none'; style-src 'self'; form-action ${formAction};${script} base-uri 'none'; frame-ancestors http: https:`;
}

function sendQuestion(reply: FastifyReply, token: Token): FastifyReply {
  const body = markup`<h1>Confirme sua compra</h1>
<p class="lead">O banco do seu cartão quer saber se é você.</p>
<div class="card">${facts([
    ['Cartão', `${token.brand} ${token.shown.slice(-4)}`],
    ['E-mail', token.email],
  ])}</div>
<form class="stack" method="post" action="${path}/answer">
${hiddenFields({ token: token.id })}
<button name="answer" value="approve">Sou eu, confirmar</button>
<button class="quiet" name="answer" value="refuse">Não reconheço a compra</button>
<button class="quiet" name="answer" value="leave">Sair sem responder</button>
</form>`;
  return sendPage(reply, { title: 'Confirme sua compra', theme: bankTheme, body, framed: true }, framed("'self'"));
}

function sendEnd(reply: FastifyReply, returnUrl: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const body = markup`<h1>Pronto</h1>
<p class="lead">Voltando para a loja…</p>
<form id="end" class="stack" method="post" action="${returnUrl}">
<input type="hidden" name="done" value="1">
<button>Continuar</button>
</form>
<script nonce="${nonce}">document.getElementById('end').submit()</script>`;
  const policy = framed(new URL(returnUrl).origin, ` script-src 'nonce-${nonce}';`);
  return sendPage(reply, { title: 'Voltando para a loja', theme: bankTheme, body, framed: true }, policy);
}

function sendLeft(reply: FastifyReply): FastifyReply {
  const body = markup`<h1>Você saiu sem responder</h1>
<p>A compra espera a sua resposta até o fim do prazo. Feche esta janela ou escolha outra forma de pagamento na loja.</p>`;
  return sendPage(reply, { title: 'Sem resposta', theme: bankTheme, body, framed: true }, framed("'none'"));
}

function sendProblem(reply: FastifyReply, text: string): FastifyReply {
  const body = markup`<h1>Não deu certo</h1>${notice('bad', text)}`;
  return sendPage(reply.code(409), { title: 'Não deu certo', theme: bankTheme, body, framed: true }, framed("'none'"));
}
