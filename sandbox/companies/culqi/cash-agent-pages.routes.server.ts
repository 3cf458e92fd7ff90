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
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Agente Los Andes's pages. */
export const agentTheme: PageTheme = {
  id: 'agent',
  name: 'Agente Los Andes',
  home: '/culqi/agent',
  mark: markup`<path d="M3 10h26v14H3Z" /><circle cx="16" cy="17" r="3" />`,
  light: { accent: '#8a3d12', strong: '#6a2d0b' },
  dark: { accent: '#ffb48a', strong: '#ffd0b5', onAccent: '#331503' },
};

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
  created: 'sem código',
  pending: 'a pagar',
  paid: 'pago',
  expired: 'vencido',
  deleted: 'cancelado pela loja',
};

/**
 * An agent or bank that takes payments of CIPs at `/culqi/agent`, and the same for tests at `POST /sandbox/cip/pay`.
 */
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
      return order ? sendOrder(reply, order) : sendStart(reply.code(422), 'Não encontramos este CIP.');
    });

    app.post(path, async (request, reply) => {
      const { cip = '', how } = fieldsOf(request.body);
      const order = orders.byCip(cip);
      if (!order) return sendStart(reply.code(422), 'Não encontramos este CIP.');
      await pay(order, order.amount, how === 'twice' ? 2 : 1, how === 'anyway' || how === 'twice');
      return reply.redirect(`${path}?cip=${cip}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null): FastifyReply {
    const body = markup`<h1>Agente e banco pela internet</h1>
<p class="lead">Aqui se paga um código CIP do PagoEfectivo. Nada disto é dinheiro de verdade.</p>
${error !== null && notice('bad', error)}
<form class="card full" method="get" action="${path}">
${field('cip', 'Código CIP', markup`inputmode="numeric" autocomplete="off" required`)}
<button>Continuar</button>
</form>`;
    return sendPage(reply, { title: 'Pagar um CIP', theme: agentTheme, body });
  }

  function sendOrder(reply: FastifyReply, order: Order): FastifyReply {
    const state = stateOf(order, context.clock.now());
    const cip = order.cip ?? '';
    const until = new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Lima',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const body = markup`<h1>${state === 'paid' ? 'CIP pago' : 'Confira antes de pagar'}</h1>
${state === 'paid' && notice('good', 'Recebemos o pagamento e avisamos a loja.')}
<div class="card">
<p class="amount">${money(order.amount, order.currency)}</p>
${facts([
  ['CIP', markup`<span class="code">${cip}</span>`],
  ['Serviço', order.description],
  ['Em nome de', order.name],
  ['Vencimento', until.format(new Date(order.expiresAt))],
  ['Estado', stateWords[state]],
  ['Pagamentos', order.payments.length],
])}
</div>
<div class="stack">
${state === 'pending' && buttonForm(path, { cip }, 'Pagar', false)}
${buttonForm(path, { cip, how: 'anyway' }, 'Pagar mesmo assim', true)}
${buttonForm(path, { cip, how: 'twice' }, 'Pagar duas vezes', true)}
</div>
<p><a href="${path}">Outro CIP</a></p>`;
    return sendPage(reply, { title: 'Pagar um CIP', theme: agentTheme, body });
  }
}
