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

const path = '/culqi/yape';

const troubles: Readonly<Record<Wallet['trouble'], string>> = {
  none: 'Todo en orden: paga',
  'no-balance': 'Sin saldo',
  blocked: 'Yape bloqueado',
  'over-limit': 'Supera el límite del día',
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
        : sendStart(reply.code(422), 'Un celular del Perú tiene nueve dígitos y empieza con 9.');
    });

    app.post(path, (request, reply) => {
      const { phone = '', trouble } = fieldsOf(request.body);
      const known = troubleOf(trouble);
      if (!/^9\d{8}$/.test(phone) || known === null) return sendStart(reply.code(422), 'Elige un celular.');
      wallets.setFault({ phone, trouble: known });
      return reply.redirect(`${path}?phone=${phone}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null): FastifyReply {
    const body = markup`<h1>La app de Yape</h1>
<p class="lead">Aquí está el código de aprobación que se escribe en la tienda. Nada de esto es dinero de verdad. El celular ${openPhone} paga con cualquier código.</p>
${error !== null && notice('bad', error)}
<form class="card full" method="get" action="${path}">
${field('phone', 'Celular', markup`inputmode="tel" autocomplete="off" required placeholder="9XX XXX XXX"`)}
<button>Abrir la app</button>
</form>`;
    return sendPage(reply, { title: 'Yape', pageTheme: 'yape', lang: 'es-PE', body });
  }

  function sendApp(reply: FastifyReply, phone: string): FastifyReply {
    const { code, until } = wallets.code(phone);
    const now = wallets.trouble(phone);
    const paid = culqi.charges.all().filter((charge) => charge.shown === phone);
    const hour = new Intl.DateTimeFormat('es-PE', { timeZone: 'America/Lima', timeStyle: 'medium' }).format(until);
    const rows = paid.map(
      (charge) =>
        markup`<td>${money(charge.amount, charge.currency)}</td><td>${charge.refusal ?? 'pagado'}</td><td>${charge.description}</td>`,
    );
    const body = markup`<h1>Código de aprobación</h1>
<div class="card">
<p class="amount"><span class="code">${code.slice(0, 3)} ${code.slice(3)}</span></p>
${facts([
  ['Celular', phone.replace(/(\d{3})(?=\d)/g, '$1 ')],
  ['Vale hasta', hour],
  ['Estado', troubles[now]],
])}
<p><a href="${path}?phone=${phone}">Ver el código de ahora</a></p>
</div>
<h2>Qué le pasa a este Yape</h2>
<div class="stack">${(['none', 'no-balance', 'blocked', 'over-limit'] as const).map((one) => buttonForm(path, { phone, trouble: one }, troubles[one], one !== now))}</div>
<h2>Pagos</h2>
${paid.length > 0 ? table('Pagos', ['Monto', 'Estado', 'Tienda'], rows) : markup`<p>Ninguno por ahora.</p>`}
<p><a href="${path}">Otro celular</a></p>`;
    return sendPage(reply, { title: 'Código de aprobación', pageTheme: 'yape', lang: 'es-PE', body });
  }
}
