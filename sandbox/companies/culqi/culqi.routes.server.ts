import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addFaults, type RejectCall, faultsOf } from '../../faults/fault-hooks.server.ts';
import { statusOf } from '../../runtime/responses.server.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { cardRoutes } from './card.routes.server.ts';
import type { Culqi } from './culqi.server.ts';
import type { Problem, Token } from './culqi.types.ts';
import { chargeView, orderView, problem, problemView, refundView, tokenView } from './views.ts';
import { accountOf } from './account.server.ts';

interface ById {
  Params: { id: string };
}
interface List {
  Querystring: { amount?: string; currency_code?: string; charge_id?: string; limit?: string; after?: string };
}

const missing = problem(404, 'invalid_request_error', 'resource_missing', 'No existe.');

const rejectCall: RejectCall = (reply, status) =>
  reply
    .code(status)
    .send(problemView(problem(status, 'api_error', status === 429 ? 'rate_limit' : 'maintenance', 'Ahora no.')));

/** Culqi's API v2, below `/culqi`. */
export function culqiRoutes(context: SandboxContext, culqi: Culqi): (app: FastifyInstance) => void {
  const { publicKey, secretKey } = accountOf(context.secrets);
  return (app) => {
    app.setErrorHandler((error, _request, reply) =>
      send(reply, problem(statusOf(error), 'api_error', 'malformed', 'No se puede leer.')),
    );
    app.register(
      async (scope) => {
        allowBrowsers(scope);
        askForKey(scope, [publicKey, secretKey]);
        tokenRoutes(scope, culqi);
      },
      { prefix: '/v2' },
    );
    app.register(
      async (scope) => {
        askForKey(scope, [secretKey]);
        reviewRoutes(scope, culqi);
        tokenReadRoutes(scope, culqi);
        scope.register(async (inner) => {
          addFaults(inner, context.faults, 'culqi', rejectCall);
          cardRoutes(inner, culqi, { send, page });
          chargeRoutes(inner, context, culqi);
          orderRoutes(inner, context, culqi);
        });
      },
      { prefix: '/v2' },
    );
  };
}

/** Browsers post cards from the card page: any origin is allowed, without cookies. */
function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('access-control-allow-origin', '*');
  });
  app.options('/tokens', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '600',
      })
      .code(204)
      .send(),
  );
}

function askForKey(app: FastifyInstance, keys: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const isKnown = keys.some((key) => request.headers.authorization === `Bearer ${key}`);
    if (!isKnown && request.method !== 'OPTIONS')
      await send(reply, problem(401, 'authentication_error', 'invalid_key', 'La llave no es válida.'));
  });
}

function send(reply: FastifyReply, trouble: Problem): FastifyReply {
  return reply.code(trouble.status).send(problemView(trouble));
}

function tokenRoutes(app: FastifyInstance, { tokens }: Culqi): void {
  app.post('/tokens', (request, reply) => {
    const made = tokens.card(request.body);
    return made.ok ? reply.code(201).send(tokenView(made.value)) : send(reply, made.error);
  });
  app.post('/tokens/yape', (request, reply) => {
    const made = tokens.yape(request.body);
    return made.ok ? reply.code(201).send(tokenView(made.value)) : send(reply, made.error);
  });
}

/** A token's data, for the holder of the secret key. */
function tokenReadRoutes(app: FastifyInstance, { tokens }: Culqi): void {
  app.get<ById>('/tokens/:id', (request, reply) => {
    const token = tokens.get(request.params.id);
    return token ? reply.send(tokenView(token)) : send(reply, missing);
  });
}

/** Result of the bank's authentication of a card under review. */
function reviewRoutes(app: FastifyInstance, { sources }: Culqi): void {
  app.get<ById>('/3ds/authentications/:id', (request, reply) => {
    const token = sources.get(request.params.id);
    if (!token?.review) return send(reply, missing);
    return reply.send(authenticationView(token));
  });
}

function authenticationView({ id, review, brand }: Token): JsonObject {
  const state = review?.state === 'wanted' ? 'pending' : (review?.state ?? 'failed');
  if (state !== 'authenticated' || !review) return { token: id, status: state };
  return {
    token: id,
    status: state,
    parameters3DS: {
      eci: brand === 'Mastercard' ? '02' : '05',
      xid: review.cavv,
      cavv: review.cavv,
      protocolVersion: '2.2.0',
      directoryServerTransactionId: `ds-${id.slice(-8)}`,
    },
  };
}

function isHidden(context: SandboxContext, rules: readonly FaultRule[], createdAt: string): boolean {
  const lag = findFault(rules, 'not-found-lag');
  return lag !== undefined && context.clock.now().getTime() - Date.parse(createdAt) < (lag.seconds ?? 30) * 1000;
}

function page<T extends { readonly id: string }>(
  all: readonly T[],
  { limit = '10', after }: List['Querystring'],
  view: (one: T) => JsonObject,
): JsonObject {
  const size = Math.min(Math.max(Number(limit) || 10, 1), 100);
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const shown = all.slice(from, from + size);
  const isMore = from + size < all.length;
  return {
    data: shown.map(view),
    paging: { cursors: { before: shown[0]?.id ?? null, after: isMore ? (shown.at(-1)?.id ?? null) : null } },
  };
}

/** One minor unit too much, for the fault of a wrong amount. */
function oneMore(units: JsonObject[string] | undefined): number {
  return typeof units === 'number' ? units + 1 : 1;
}

function lying(view: JsonObject, request: FastifyRequest): JsonObject {
  return findFault(faultsOf(request), 'wrong-amount') ? { ...view, amount: oneMore(view['amount']) } : view;
}

function chargeRoutes(app: FastifyInstance, context: SandboxContext, { charges }: Culqi): void {
  app.post('/charges', async (request, reply) => {
    const made = await charges.create(
      request.body,
      faultsOf(request),
      request.headers['x-charge-channel'] === 'recurrent',
    );
    if (!made.ok) return send(reply, made.error);
    if ('review' in made.value)
      return reply.code(200).send({ action_code: 'REVIEW', user_message: 'Tu banco pide confirmar la compra.' });
    return reply.code(201).send(lying(chargeView(made.value.charge), request));
  });
  app.get<List>('/charges', (request, reply) => {
    const { amount, currency_code: currency } = request.query;
    const all = charges
      .all()
      .filter((charge) => !isHidden(context, faultsOf(request), charge.createdAt))
      .filter((charge) => amount === undefined || String(charge.amount) === amount)
      .filter((charge) => currency === undefined || charge.currency === currency);
    return reply.send(page(all, request.query, (charge) => lying(chargeView(charge), request)));
  });
  app.get<ById>('/charges/:id', (request, reply) => {
    const charge = charges.get(request.params.id);
    return charge && !isHidden(context, faultsOf(request), charge.createdAt)
      ? reply.send(lying(chargeView(charge), request))
      : send(reply, missing);
  });
  app.post<ById>('/charges/:id/capture', async (request, reply) => {
    const captured = await charges.capture(request.params.id);
    return captured.ok ? reply.code(201).send(chargeView(captured.value)) : send(reply, captured.error);
  });
  app.post('/refunds', async (request, reply) => {
    const back = await charges.refund(request.body);
    return back.ok ? reply.code(201).send(refundView(back.value.charge, back.value.refund)) : send(reply, back.error);
  });
  app.get<List>('/refunds', (request, reply) => {
    const charge = charges.get(request.query.charge_id ?? '');
    const all = charge ? charge.refunds.toReversed() : [];
    return reply.send(page(all, request.query, (refund) => (charge ? refundView(charge, refund) : {})));
  });
}

function orderRoutes(app: FastifyInstance, context: SandboxContext, { orders }: Culqi): void {
  const now = (): Date => context.clock.now();
  app.post('/orders', (request, reply) => {
    const made = orders.create(request.body, faultsOf(request));
    return made.ok ? reply.code(201).send(orderView(made.value, now())) : send(reply, made.error);
  });
  app.post('/orders/confirm_tipo', async (request, reply) => {
    const confirmed = await orders.confirm(request.body);
    return confirmed.ok ? reply.code(201).send(orderView(confirmed.value, now())) : send(reply, confirmed.error);
  });
  app.get<List>('/orders', (request, reply) => {
    const all = orders
      .all()
      .filter((order) => !isHidden(context, faultsOf(request), order.createdAt))
      .filter(({ amount }) => request.query.amount === undefined || String(amount) === request.query.amount);
    return reply.send(page(all, request.query, (order) => lying(orderView(order, now()), request)));
  });
  app.get<ById>('/orders/:id', (request, reply) => {
    const order = orders.get(request.params.id);
    return order && !isHidden(context, faultsOf(request), order.createdAt)
      ? reply.send(lying(orderView(order, now()), request))
      : send(reply, missing);
  });
  app.delete<ById>('/orders/:id', async (request, reply) => {
    const gone = await orders.delete(request.params.id);
    return gone.ok ? reply.send(orderView(gone.value, now())) : send(reply, gone.error);
  });
}
