import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Culqi } from './culqi.server.ts';
import type { Wallet } from './culqi.types.ts';
import { openPhone } from './wallets.server.ts';
import { money } from '../../pages/format.ts';
import { markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, facts, field, notice, table } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Yape's pages. */
export const yapeTheme: PageTheme = {
  id: 'yape',
  name: 'Yape',
  home: '/culqi/yape',
  mark: markup`<path d="M10 3h12a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z" /><path d="m12 16 3 3 6-6" />`,
  light: { accent: '#742384', strong: '#571863' },
  dark: { accent: '#f0b8fb', strong: '#f8d6ff', onAccent: '#35073e' },
};

const path = '/culqi/yape';

const troubles: Readonly<Record<Wallet['trouble'], string>> = {
  none: 'Tudo certo: paga',
  'no-balance': 'Sem saldo',
  blocked: 'Yape bloqueado',
  'over-limit': 'Passa do limite do dia',
};
function troubleOf(text: string | undefined): Wallet['trouble'] | null {
  const known = ['none', 'no-balance', 'blocked', 'over-limit'] as const;
  return known.find((one) => one === text) ?? null;
}

const codeSchema = z.strictObject({
  phone: z.string().regex(/^9\d{8}$/),
  trouble: z.enum(['none', 'no-balance', 'blocked', 'over-limit']).optional(),
});

/** The Yape app at `/culqi/yape`: the approval code that its owner types at a shop; for tests `POST /sandbox/yape/code`. */
export function yapeConsumerRoutes(culqi: Culqi): (app: FastifyInstance) => void {
  const { wallets } = culqi;
  return (app) => {
    app.post('/sandbox/yape/code', (request, reply) => {
      const command = codeSchema.safeParse(request.body);
      if (!command.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(command.error) });
      const { phone, trouble } = command.data;
      if (trouble) wallets.setFault({ phone, trouble });
      const { code, until } = wallets.code(phone);
      return reply.send({ phone, code, until: until.toISOString() });
    });

    app.get<{ Querystring: { phone?: string } }>(path, (request, reply) => {
      const phone = (request.query.phone ?? '').replaceAll(/\D/g, '').replace(/^51(?=9\d{8}$)/, '');
      if (phone === '') return sendStart(reply, null);
      return /^9\d{8}$/.test(phone)
        ? sendApp(reply, phone)
        : sendStart(reply.code(422), 'Um celular do Peru tem nove dígitos e começa com 9.');
    });

    app.post(path, (request, reply) => {
      const { phone = '', trouble } = fieldsOf(request.body);
      const known = troubleOf(trouble);
      if (!/^9\d{8}$/.test(phone) || known === null) return sendStart(reply.code(422), 'Escolha um celular.');
      wallets.setFault({ phone, trouble: known });
      return reply.redirect(`${path}?phone=${phone}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null): FastifyReply {
    const body = markup`<h1>Aplicativo do Yape</h1>
<p class="lead">Aqui está o código de aprovação que se digita na loja. Nada disto é dinheiro de verdade. O celular ${openPhone} paga com qualquer código.</p>
${error !== null && notice('bad', error)}
<form class="card full" method="get" action="${path}">
${field('phone', 'Celular', markup`inputmode="tel" autocomplete="off" required placeholder="9XX XXX XXX"`)}
<button>Abrir o aplicativo</button>
</form>`;
    return sendPage(reply, { title: 'Yape', theme: yapeTheme, body });
  }

  function sendApp(reply: FastifyReply, phone: string): FastifyReply {
    const { code, until } = wallets.code(phone);
    const now = wallets.trouble(phone);
    const paid = culqi.charges.all().filter((charge) => charge.shown === phone);
    const hour = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Lima', timeStyle: 'medium' }).format(until);
    const rows = paid.map(
      (charge) =>
        markup`<td>${money(charge.amount, charge.currency)}</td><td>${charge.refusal ?? 'pago'}</td><td>${charge.description}</td>`,
    );
    const body = markup`<h1>Código de aprovação</h1>
<div class="card">
<p class="amount"><span class="code">${code.slice(0, 3)} ${code.slice(3)}</span></p>
${facts([
  ['Celular', phone.replace(/(\d{3})(?=\d)/g, '$1 ')],
  ['Vale até', hour],
  ['Estado', troubles[now]],
])}
<p><a href="${path}?phone=${phone}">Ver o código de agora</a></p>
</div>
<h2>O que acontece com este Yape</h2>
<div class="stack">${(['none', 'no-balance', 'blocked', 'over-limit'] as const).map((one) => buttonForm(path, { phone, trouble: one }, troubles[one], one !== now))}</div>
<h2>Pagamentos</h2>
${paid.length > 0 ? table('Pagamentos', ['Valor', 'Estado', 'Loja'], rows) : markup`<p>Nenhum por enquanto.</p>`}
<p><a href="${path}">Outro celular</a></p>`;
    return sendPage(reply, { title: 'Código de aprovação', theme: yapeTheme, body });
  }
}
