import type { FastifyInstance } from 'fastify';
import { moment } from '../pages/format.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { type Inbox, linksOf, type Mail } from './inbox.server.ts';

interface ById {
  Params: { id: string; place: string };
}

/** A message inside its frame: it may paint itself, and load and run nothing. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The sandbox's mailbox: for people at `/sandbox/inbox`, for tests at `/sandbox/inbox.json`. */
export function inboxRoutes(inbox: Inbox): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Querystring: { to?: string } }>('/sandbox/inbox.json', (request, reply) =>
      reply.header('cache-control', 'no-store').send({ messages: inbox.list(request.query.to).map(mailView) }),
    );

    app.get<{ Querystring: { to?: string } }>('/sandbox/inbox', (request, reply) => {
      const to = request.query.to?.trim() ?? '';
      const mails = inbox.list(to === '' ? undefined : to);
      const body = html`<h1>Caixa de entrada</h1>
<p class="lead">Tudo o que a escola enviou por e-mail, para qualquer endereço.</p>
<form class="row" method="get"><div class="field"><label for="to">Só para o endereço</label><input id="to" name="to" type="email" autocomplete="off" value="${to}"></div><div class="field"><button>Filtrar</button></div></form>
${mails.length === 0 ? html`<div class="card"><p>Nenhuma mensagem por enquanto.</p></div>` : tableOf(mails)}`;
      return sendPage(reply, { title: 'Caixa de entrada', house: 'sandbox', wide: true, body });
    });

    app.get<ById>('/sandbox/inbox/:id', (request, reply) => {
      const mail = inbox.get(request.params.id);
      if (!mail) return sendPage(reply.code(404), { title: 'Mensagem não encontrada', house: 'sandbox', body: html`<h1>Mensagem não encontrada</h1><p><a href="/sandbox/inbox">Voltar à caixa de entrada</a></p>` });
      const links = linksOf(mail);
      const body = html`<p><a href="/sandbox/inbox">Caixa de entrada</a></p>
<h1>${mail.subject || 'Sem assunto'}</h1>
<dl class="facts"><div><dt>De</dt><dd>${mail.from}</dd></div><div><dt>Para</dt><dd>${mail.to.join(', ')}</dd></div><div><dt>Recebida</dt><dd>${moment(mail.receivedAt)}</dd></div></dl>
${mail.html !== '' && html`<h2>Mensagem</h2><iframe title="Mensagem como o destinatário vê" src="/sandbox/inbox/${mail.id}/body"></iframe>`}
${links.length > 0 && html`<h2>Links da mensagem</h2><ul class="links">${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>`}
${mail.attachments.length > 0 && html`<h2>Anexos</h2><ul class="links">${mail.attachments.map((file, place) => html`<li><a href="/sandbox/inbox/${mail.id}/attachments/${place}">${file.name}</a></li>`)}</ul>`}
<h2>Só texto</h2><div class="scroll"><pre>${mail.text || 'Esta mensagem não tem parte de texto.'}</pre></div>`;
      return sendPage(reply, { title: mail.subject || 'Sem assunto', house: 'sandbox', wide: true, body });
    });

    app.get<ById>('/sandbox/inbox/:id/body', (request, reply) => {
      const mail = inbox.get(request.params.id);
      return reply
        .code(mail ? 200 : 404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(`<base target="_blank">${mail?.html ?? ''}`);
    });

    app.get<ById>('/sandbox/inbox/:id/attachments/:place', (request, reply) => {
      const file = inbox.get(request.params.id)?.attachments[Number(request.params.place)];
      if (!file) return reply.code(404).send({ code: 'attachment-not-found', message: 'No such attachment.' });
      const isShown = file.type === 'application/pdf';
      return reply
        .header('content-type', isShown ? file.type : 'application/octet-stream')
        .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(Buffer.from(file.content, 'base64'));
    });
  };
}

function tableOf(mails: readonly Mail[]): ReturnType<typeof html> {
  return html`<div class="scroll" role="region" aria-label="Mensagens" tabindex="0"><table><thead><tr><th scope="col">Assunto</th><th scope="col">Para</th><th scope="col">Recebida</th></tr></thead><tbody>
${mails.slice(0, 200).map((mail) => html`<tr><td><a href="/sandbox/inbox/${mail.id}">${mail.subject || 'Sem assunto'}</a></td><td>${mail.to.join(', ')}</td><td>${moment(mail.receivedAt)}</td></tr>`)}
</tbody></table></div>`;
}

function mailView(mail: Mail): object {
  const { id, from, to, subject, receivedAt, text, headers } = mail;
  return {
    id,
    from,
    to,
    subject,
    receivedAt,
    text,
    html: mail.html,
    links: linksOf(mail),
    headers,
    attachments: mail.attachments.map(({ name, type, content }, place) => ({
      name,
      type,
      bytes: Buffer.byteLength(content, 'base64'),
      path: `/sandbox/inbox/${id}/attachments/${place}`,
    })),
  };
}
