import type { FastifyInstance } from 'fastify';
import { moment } from '../pages/format.ts';
import { type Html, markup } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { facts, field, table } from '../pages/parts.ts';
import type { PhoneInbox, Sms } from './phones.server.ts';
import { type Inbox, linksOf, type Mail, shownHtml } from './inbox.server.ts';

interface ById {
  Params: { id: string; place: string };
}

/** Number of newest messages on the list. */
const maxRows = 200;

/** A message inside its frame: styles are allowed, loading and scripts are not. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Delivered e-mails and text messages: a page at `/sandbox/inbox`, JSON for tests at `/sandbox/inbox.json`. */
export function inboxRoutes(inbox: Inbox, phones: PhoneInbox): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Querystring: { to?: string } }>('/sandbox/inbox.json', (request, reply) =>
      reply.header('cache-control', 'no-store').send({
        messages: inbox.list(request.query.to).map(mailView),
        sms: phones.list(request.query.to).map(smsView),
      }),
    );

    app.get<{ Querystring: { to?: string } }>('/sandbox/inbox', (request, reply) => {
      const to = request.query.to?.trim() ?? '';
      const wanted = to === '' ? undefined : to;
      const [mails, texts] = [inbox.list(wanted), phones.list(wanted)];
      const body = markup`<h1>Caixa de entrada</h1>
<p class="lead">Tudo o que a escola enviou por e-mail ou SMS, para qualquer endereço ou celular.</p>
<form class="row" method="get">
${field('to', 'Só para o endereço ou celular', markup`autocomplete="off" value="${to}"`)}
<div class="field"><button>Filtrar</button></div>
</form>
<h2>E-mail</h2>
${mails.length === 0 ? none : tableOf(mails)}
<h2>SMS</h2>
${texts.length === 0 ? none : textsOf(texts)}`;
      return sendPage(reply, { title: 'Caixa de entrada', wide: true, body });
    });

    app.get<ById & { Querystring: { width?: string } }>('/sandbox/inbox/:id', (request, reply) => {
      const mail = inbox.get(request.params.id);
      if (!mail) {
        const lost = markup`<h1>Mensagem não encontrada</h1><p><a href="/sandbox/inbox">Voltar à caixa de entrada</a></p>`;
        return sendPage(reply.code(404), { title: 'Mensagem não encontrada', body: lost });
      }
      const links = linksOf(mail);
      const body = markup`<p><a href="/sandbox/inbox">Caixa de entrada</a></p>
<h1>${mail.subject || 'Sem assunto'}</h1>
${facts([
  ['De', mail.from],
  ['Para', mail.to.join(', ')],
  ['Recebida', moment(mail.receivedAt)],
])}
${mail.html !== '' && framed(mail, request.query.width === '390')}
${links.length > 0 && markup`<h2>Links da mensagem</h2>${listOf(links.map((link) => [link, link]))}`}
${mail.attachments.length > 0 && markup`<h2>Anexos</h2>${listOf(attachmentsOf(mail))}`}
<h2>Só texto</h2><div class="scroll"><pre>${mail.text || 'Esta mensagem não tem parte de texto.'}</pre></div>`;
      return sendPage(reply, { title: mail.subject || 'Sem assunto', wide: true, body });
    });

    app.get<ById>('/sandbox/inbox/:id/body', (request, reply) => {
      const mail = inbox.get(request.params.id);
      return reply
        .code(mail ? 200 : 404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(`<base target="_blank">${mail ? shownHtml(mail) : ''}`);
    });

    app.get<ById>('/sandbox/inbox/:id/attachments/:place', (request, reply) => {
      const file = inbox.get(request.params.id)?.attachments[Number(request.params.place)];
      if (!file) return reply.code(404).send({ code: 'attachment-not-found', message: 'No such attachment.' });
      const isShown = file.type === 'application/pdf';
      return reply
        .header('content-type', isShown ? file.type : 'application/octet-stream')
        .header(
          'content-disposition',
          `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(Buffer.from(file.content, 'base64'));
    });
  };
}

const none = markup`<div class="card"><p>Nenhuma mensagem por enquanto.</p></div>`;

function textsOf(texts: readonly Sms[]): Html {
  const rows = texts
    .slice(0, maxRows)
    .map(({ to, text, receivedAt }) => markup`<td>${text}</td><td>${to}</td><td>${moment(receivedAt)}</td>`);
  return table('SMS', ['Texto', 'Para', 'Recebido'], rows);
}

function smsView({ id, to, text, receivedAt }: Sms): object {
  return { id, to, text, receivedAt };
}

function tableOf(mails: readonly Mail[]): Html {
  const rows = mails.slice(0, maxRows).map((mail) => {
    const subject = mail.subject || 'Sem assunto';
    return markup`<td>${senderOf(mail)}</td><td><a href="/sandbox/inbox/${mail.id}">${subject}</a></td><td>${mail.to.join(', ')}</td><td>${moment(mail.receivedAt)}</td>`;
  });
  return table('Mensagens', ['De', 'Assunto', 'Para', 'Recebida'], rows);
}

/** The sender's name without the address. */
function senderOf({ from }: Mail): string {
  return /^(.*?)\s*<[^>]*>$/.exec(from)?.[1] || from;
}

/** The message at the width of a phone or of a computer, as high as the window. */
function framed({ id }: Mail, isPhone: boolean): Html {
  const body = `/sandbox/inbox/${id}/body`;
  const wide = isPhone ? markup`<a href="?">640 px</a>` : markup`<strong>640 px</strong>`;
  const narrow = isPhone ? markup`<strong>390 px</strong>` : markup`<a href="?width=390">390 px</a>`;
  return markup`<h2>Mensagem</h2>
<p class="switch">${wide} ${narrow} <a href="${body}" target="_blank">Abrir sozinha</a></p>
<iframe class="mail${isPhone && ' phone'}" title="Mensagem como o destinatário vê" src="${body}"></iframe>`;
}

function attachmentsOf({ id, attachments }: Mail): (readonly [string, string])[] {
  return attachments.map(({ name }, place) => [`/sandbox/inbox/${id}/attachments/${place}`, name]);
}

function listOf(links: readonly (readonly [string, string])[]): Html {
  return markup`<ul class="links">${links.map(([href, text]) => markup`<li><a href="${href}">${text}</a></li>`)}</ul>`;
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
