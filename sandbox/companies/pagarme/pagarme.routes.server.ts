import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#src/kernel/result/result.ts';
import { statusOf } from '../../runtime/responses.server.ts';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { findFault } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { chargeView, orderView, transactionView } from './charge-view.server.ts';
import type { Charge } from './charge.types.ts';
import type { Pagarme } from './pagarme.server.ts';
import { notFound, type Problem, sendProblem } from './problems.ts';
import { accountOf } from './account.server.ts';

interface ById {
  Params: { id: string };
  Body: { amount?: unknown } | null;
}

/** Pagar.me's API v5 below `/pagarme/core/v5`: orders, and charges with their changes. */
export function pagarmeRoutes(context: SandboxContext, pagarme: Pagarme): (app: FastifyInstance) => void {
  const { book } = pagarme;
  const expected = `Basic ${Buffer.from(`${accountOf(context.secrets).secretKey}:`).toString('base64')}`;

  function isHidden(request: FastifyRequest, charge: Charge): boolean {
    const lag = findFault(faultsOf(request), 'not-found-lag');
    return (
      lag !== undefined && context.clock.now().getTime() - Date.parse(charge.createdAt) < (lag.seconds ?? 30) * 1000
    );
  }
  const find = (request: FastifyRequest<ById>): Charge | undefined => {
    const charge = book.byId(request.params.id);
    return charge && !isHidden(request, charge) ? charge : undefined;
  };
  function answer(reply: FastifyReply, made: Result<Charge, Problem>, view: (charge: Charge) => object): FastifyReply {
    return made.ok ? reply.send(view(made.value)) : sendProblem(reply, made.error);
  }

  return (app) => {
    addProblems(app);
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, { status: 404, message: 'No such address.' }));
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== expected)
        await sendProblem(reply, { status: 401, message: 'Authorization has been denied for this request.' });
    });
    addFaults(app, context.faults, 'pagarme');

    app.post('/orders', async (request, reply) => {
      const key = keyOf(request);
      const rules = faultsOf(request);
      // Without a key each call is an order of its own.
      const made = await pagarme.order(key ?? `none-${request.id}-${Date.now()}`, request.body, rules);
      return answer(reply, made, (charge) => orderView(charge, context.origin(), rules));
    });

    app.get<{ Querystring: { code?: string } }>('/charges', (request, reply) => {
      const charge = book.byCode(request.query.code ?? '');
      const shown =
        charge && !isHidden(request, charge) ? [chargeView(charge, context.origin(), faultsOf(request))] : [];
      return reply.send({ data: shown, paging: { total: shown.length } });
    });

    app.get<ById>('/charges/:id', (request, reply) => {
      const charge = find(request);
      return charge
        ? reply.send(chargeView(charge, context.origin(), faultsOf(request)))
        : sendProblem(reply, notFound);
    });

    app.get<ById>('/charges/:id/transactions', (request, reply) => {
      const charge = find(request);
      if (!charge) return sendProblem(reply, notFound);
      const data = charge.transactions.map((one) => transactionView(charge, one, context.origin())).toReversed();
      return reply.send({ data, paging: { total: data.length } });
    });

    app.post<ById>('/charges/:id/capture', async (request, reply) => {
      const made = await pagarme.capture(request.params.id, request.body?.amount);
      return answer(reply, made, (charge) => chargeView(charge, context.origin(), faultsOf(request)));
    });

    app.delete<ById>('/charges/:id', async (request, reply) => {
      const key = keyOf(request);
      const made = await pagarme.cancel(request.params.id, request.body?.amount, key);
      return answer(reply, made, (charge) =>
        chargeView(charge, context.origin(), faultsOf(request), charge.calls[key ?? '']?.transactionId),
      );
    });
  };
}

/** Browsers make tokens of cards here: the public key is in the query, and any origin is allowed. */
export function pagarmeTokenRoutes(context: SandboxContext, { tokens }: Pagarme): (app: FastifyInstance) => void {
  return (app) => {
    addProblems(app);
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': 'POST',
        'cache-control': 'no-store',
      });
    });
    app.options('/tokens', (_request, reply) => reply.code(204).send());
    app.post<{ Querystring: { appId?: string } }>('/tokens', (request, reply) => {
      if (request.query.appId !== accountOf(context.secrets).publicKey)
        return sendProblem(reply, { status: 401, message: 'Authorization has been denied for this request.' });
      const made = tokens.make(request.body);
      if (made.ok) return reply.send(made.value);
      const errors = Object.fromEntries(made.error.map((field) => [`request.${field}`, ['The value is not valid.']]));
      return sendProblem(reply, { status: 422, message: 'The request is invalid.', errors });
    });
    app.get<{ Params: { id: string }; Querystring: { appId?: string } }>('/tokens/:id', (request, reply) => {
      if (request.query.appId !== accountOf(context.secrets).publicKey)
        return sendProblem(reply, { status: 401, message: 'Authorization has been denied for this request.' });
      const seen = tokens.look(request.params.id);
      return seen ? reply.send(seen) : sendProblem(reply, notFound);
    });
  };
}

function addProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    return sendProblem(
      reply,
      status < 500
        ? { status, message: 'The request cannot be read.' }
        : { status: 500, message: 'Something broke here.' },
    );
  });
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && /^[\w-]{1,100}$/.test(key) ? key : null;
}
