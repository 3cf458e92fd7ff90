import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Culqi } from './culqi.server.ts';
import type { Order } from './culqi.types.ts';
import { stateOf } from './views.ts';
import { money } from '../../pages/format.ts';
import { markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, facts, field, notice } from '../../pages/parts.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { fieldsOf } from '../../pages/forms.server.ts';

const path = '/culqi/agent';

const orderSchema = z.strictObject({
  cip: z.string().optional(),
  /** The shop's number of the order. */
  number: z.string().optional(),
  amount: z.int().min(1).optional(),
  times: z.int().min(1).max(20).default(1),
  force: z.boolean().default(false),
});

const stateWords: Readonly<Record<ReturnType<typeof stateOf>, string>> = {
  created: 'sin código',
  pending: 'por pagar',
  paid: 'pagado',
  expired: 'vencido',
  deleted: 'anulado por la tienda',
};

/** An agent or bank that takes money for CIPs at `/culqi/agent`, and the same for tests at `POST /sandbox/cip/pay`. */
export function cashAgentRoutes(context: SandboxContext, { orders }: Culqi): (app: FastifyInstance) => void {
  async function pay(order: Order, amount: number, times: number, force: boolean): Promise<boolean> {
    let isPaid = false;
    for (let time = 0; time < times; time += 1) {
      const paid = await orders.pay(order.cip ?? '', amount, force || time > 0);
      isPaid ||= paid.ok;
    }
    return isPaid;
  }

  return (app) => {
    app.post('/sandbox/cip/pay', async (request, reply) => {
      const command = orderSchema.safeParse(request.body);
      if (!command.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(command.error) });
      const { cip, number = '', amount, times, force } = command.data;
      const order = cip === undefined ? orders.byNumber(number) : orders.byCip(cip);
      if (!order) return reply.code(404).send({ code: 'cip-not-found', message: 'No such CIP.' });
      const isPaid = await pay(order, amount ?? order.amount, times, force);
      return isPaid
        ? reply.send({ cip: order.cip, payments: orders.get(order.id)?.payments ?? [] })
        : reply.code(409).send({ code: `cip-${stateOf(order, context.clock.now())}`, message: 'Send force: true.' });
    });

    app.get<{ Querystring: { cip?: string } }>(path, (request, reply) => {
      const cip = (request.query.cip ?? '').replaceAll(/\D/g, '');
      if (cip === '') return sendStart(reply, null);
      const order = orders.byCip(cip);
      return order ? sendOrder(reply, order) : sendStart(reply.code(422), 'No encontramos este CIP.');
    });

    app.post(path, async (request, reply) => {
      const { cip = '', how } = fieldsOf(request.body);
      const order = orders.byCip(cip);
      if (!order) return sendStart(reply.code(422), 'No encontramos este CIP.');
      await pay(order, order.amount, how === 'twice' ? 2 : 1, how === 'anyway' || how === 'twice');
      return reply.redirect(`${path}?cip=${cip}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null): FastifyReply {
    const body = markup`<h1>Agente y banca por internet</h1>
<p class="lead">Aquí se paga un código CIP de PagoEfectivo. Nada de esto es dinero de verdad.</p>
${error !== null && notice('bad', error)}
<form class="card full" method="get" action="${path}">
${field('cip', 'Código CIP', markup`inputmode="numeric" autocomplete="off" required`)}
<button>Continuar</button>
</form>`;
    return sendPage(reply, { title: 'Pagar un CIP', pageTheme: 'agent', lang: 'es-PE', body });
  }

  function sendOrder(reply: FastifyReply, order: Order): FastifyReply {
    const state = stateOf(order, context.clock.now());
    const cip = order.cip ?? '';
    const until = new Intl.DateTimeFormat('es-PE', {
      timeZone: 'America/Lima',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const body = markup`<h1>${state === 'paid' ? 'CIP pagado' : 'Revisa antes de pagar'}</h1>
${state === 'paid' && notice('good', 'Recibimos el pago y avisamos a la tienda.')}
<div class="card">
<p class="amount">${money(order.amount, order.currency)}</p>
${facts([
  ['CIP', markup`<span class="code">${cip}</span>`],
  ['Servicio', order.description],
  ['A nombre de', order.name],
  ['Vence', until.format(new Date(order.expiresAt))],
  ['Estado', stateWords[state]],
  ['Pagos', order.payments.length],
])}
</div>
<div class="stack">
${state === 'pending' && buttonForm(path, { cip }, 'Pagar', false)}
${buttonForm(path, { cip, how: 'anyway' }, 'Pagar de todos modos', true)}
${buttonForm(path, { cip, how: 'twice' }, 'Pagar dos veces', true)}
</div>
<p><a href="${path}">Otro CIP</a></p>`;
    return sendPage(reply, { title: 'Pagar un CIP', pageTheme: 'agent', lang: 'es-PE', body });
  }
}
