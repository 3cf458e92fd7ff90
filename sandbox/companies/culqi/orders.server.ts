import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Order, Problem } from './culqi.types.ts';
import { newCip, testId } from './ids.server.ts';
import { notify } from './notify.server.ts';
import { orderView, problem, stateOf } from './views.ts';

const orderSchema = z.object({
  amount: z.int().min(600),
  currency_code: z.enum(['PEN', 'USD']),
  description: z.string().min(5).max(80),
  order_number: z.string().min(1).max(60),
  client_details: z.object({
    first_name: z.string().min(2),
    last_name: z.string().min(2),
    email: z.string().min(5),
    phone_number: z.string().min(5).max(15).optional(),
  }),
  expiration_date: z.int(),
  metadata: z.record(z.string().max(30), z.string().max(500)).default({}),
});
const confirmSchema = z.object({ order_id: z.string(), order_types: z.array(z.enum(['cip', 'cuotealo'])).min(1) });

export interface Orders {
  create(body: unknown, rules: readonly FaultRule[]): Result<Order, Problem>;
  confirm(body: unknown): Promise<Result<Order, Problem>>;
  delete(id: string): Promise<Result<Order, Problem>>;
  get(id: string): Order | undefined;
  byCip(cip: string): Order | undefined;
  byNumber(number: string): Order | undefined;
  /** The newest first. */
  all(): readonly Order[];
  /** Pays a CIP at an agent; `force`: although it is expired or paid. Errors: `unknown`, and `not-open` without `force`. */
  pay(cip: string, amount: number, force: boolean): Promise<Result<Order, 'unknown' | 'not-open'>>;
}

export function createOrders(context: SandboxContext): Orders {
  const store = context.store<Order>('culqi-orders', { idOf: ({ id }) => id });
  const now = (): Date => context.clock.now();

  async function put(order: Order): Promise<Order> {
    store.put(order);
    await notify(context, 'order.status.changed', order.metadata, orderView(order, now()));
    return order;
  }
  const one = (fits: (order: Order) => boolean): Order | undefined => [...store.values()].find(fits);

  return {
    get: (id) => store.get(id),
    byCip: (cip) => one((order) => order.cip === cip),
    byNumber: (number) => one((order) => order.number === number),
    all: () => [...store.values()].toReversed(),
    create(body, rules) {
      const read = orderSchema.safeParse(body);
      if (!read.success) return err(wrong('invalid_parameter', z.prettifyError(read.error)));
      const { amount, order_number: number, expiration_date: expiry, client_details: client } = read.data;
      if (expiry * 1000 <= now().getTime()) return err(wrong('invalid_expiration_date', 'La fecha ya pasó.'));
      if (findFault(rules, 'decline')) return err(wrong('order_not_permitted', 'No se puede crear la orden.'));
      if (one((order) => order.number === number)) return err(wrong('order_number_taken', 'El número ya existe.'));
      const order: Order = {
        id: testId('ord'),
        number,
        amount,
        currency: read.data.currency_code,
        description: read.data.description,
        name: `${client.first_name} ${client.last_name}`,
        cip: null,
        deleted: false,
        expiresAt: new Date(expiry * 1000).toISOString(),
        payments: [],
        metadata: read.data.metadata,
        createdAt: context.timestamp(),
      };
      store.put(order);
      return ok(order);
    },
    async confirm(body) {
      const read = confirmSchema.safeParse(body);
      const order = read.success ? store.get(read.data.order_id) : undefined;
      if (!order) return err(missing);
      if (order.cip !== null) return ok(order);
      if (stateOf(order, now()) !== 'created') return err(wrong('order_not_open', 'La orden no está abierta.'));
      const confirmed = { ...order, cip: newCip() };
      store.put(confirmed);
      return ok(confirmed);
    },
    async delete(id) {
      const order = store.get(id);
      if (!order) return err(missing);
      const state = stateOf(order, now());
      if (state === 'deleted') return ok(order);
      if (state === 'paid' || state === 'expired') return err(wrong('order_not_open', 'La orden no está abierta.'));
      return ok(await put({ ...order, deleted: true }));
    },
    async pay(cip, amount, force) {
      const order = one((candidate) => candidate.cip === cip);
      if (!order) return err('unknown');
      if (stateOf(order, now()) !== 'pending' && !force) return err('not-open');
      const payment = { id: `${order.id}_${order.payments.length + 1}`, amount, at: context.timestamp() };
      return ok(await put({ ...order, payments: [...order.payments, payment] }));
    },
  };
}

function wrong(code: string, message: string): Problem {
  return problem(400, 'parameter_error', code, message);
}
const missing = problem(404, 'invalid_request_error', 'resource_missing', 'No existe.');
