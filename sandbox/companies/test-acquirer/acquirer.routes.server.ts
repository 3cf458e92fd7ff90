import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#src/kernel/result/result.ts';
import { addBasicAuth, addJsonErrors, type Refusal, refusal, sendRefusal } from '../../runtime/responses.server.ts';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { findFault } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Acquirer } from './acquirer.server.ts';
import { chargeView } from './charge-view.server.ts';
import type { Charge } from './charge.types.ts';
import { cardView } from './known-card.ts';
import { threeDsMethodCardRanges } from './test-cards.ts';
import { accountOf } from './account.server.ts';

interface ById {
  Params: { id: string };
}

const notFound = refusal(404, 'charge-not-found', 'No such charge.');
const savedNotFound = refusal(404, 'saved-card-unknown', 'No such kept card.');
const keyMissing = refusal(400, 'idempotency-key-missing', 'Idempotency-Key: 1 to 64 characters.');

/** The acquirer's API for merchants, below `/acquirer`. */
export function acquirerRoutes(context: SandboxContext, acquirer: Acquirer): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/.well-known/jwks.json', (_request, reply) =>
      reply.header('cache-control', 'max-age=60').send(acquirer.publicKeys),
    );
    // As in a directory server's card ranges (EMV 3-D Secure 2.2, PRes).
    app.get('/.well-known/card-ranges.json', (_request, reply) => {
      const cardRangeData = threeDsMethodCardRanges.map(({ page, ...range }) => ({
        ...range,
        threeDSMethodURL: `${context.origin()}/acquirer/acs/${page}`,
      }));
      return reply.header('cache-control', 'max-age=60').send({ cardRangeData });
    });
    app.register(async (merchant) => {
      addJsonErrors(merchant);
      addBasicAuth(merchant, accountOf(context.secrets).merchant, accountOf(context.secrets).secret);
      cardRoutes(merchant, acquirer);
      merchant.register(async (charges) => chargeRoutes(charges, context, acquirer));
    });
  };
}

/** Verifications of cards, without money. Fault rules are about charges and do not apply to them. */
function cardRoutes(app: FastifyInstance, { cards, verify }: Acquirer): void {
  app.post<{ Body: { cardToken?: unknown } | null }>('/cards', async (request, reply) => {
    const token = request.body?.cardToken;
    if (typeof token !== 'string') return sendRefusal(reply, refusal(422, 'malformed', 'cardToken: a sealed card.'));
    const seen = await cards.inspect(token);
    if (!seen.ok) return sendRefusal(reply, seen.error);
    return reply.code(201).send({ id: seen.value.id, ...cardView(seen.value.card) });
  });

  app.get<ById>('/saved-cards/:id', (request, reply) => {
    const saved = cards.saved(request.params.id);
    return saved && !saved.isDeleted
      ? reply.send({ id: saved.id, ...cardView(saved) })
      : sendRefusal(reply, savedNotFound);
  });

  app.delete<ById>('/saved-cards/:id', (request, reply) =>
    cards.forget(request.params.id) ? reply.code(204).send() : sendRefusal(reply, savedNotFound),
  );

  app.post('/verifications', async (request, reply) => {
    const key = idempotencyKey(request);
    if (key === null) return sendRefusal(reply, keyMissing);
    const checked = await verify(key, request.body);
    return checked.ok ? reply.code(201).send(checked.value.view) : sendRefusal(reply, checked.error);
  });
}

function chargeRoutes(app: FastifyInstance, context: SandboxContext, acquirer: Acquirer): void {
  addFaults(app, context.faults, 'acquirer');

  const show = (request: FastifyRequest, reply: FastifyReply, charge: Charge): FastifyReply =>
    reply.send(chargeView(charge, context.origin(), faultsOf(request)));

  function answer(request: FastifyRequest, reply: FastifyReply, result: Result<Charge, Refusal>): FastifyReply {
    return result.ok ? show(request, reply, result.value) : sendRefusal(reply, result.error);
  }

  function showFound(request: FastifyRequest, reply: FastifyReply, charge: Charge | undefined): FastifyReply {
    const lag = findFault(faultsOf(request), 'not-found-lag');
    const isHidden =
      charge && lag && context.clock.now().getTime() - Date.parse(charge.createdAt) < (lag.seconds ?? 30) * 1000;
    return charge && !isHidden ? show(request, reply, charge) : sendRefusal(reply, notFound);
  }

  app.post('/charges', async (request, reply) => {
    const key = idempotencyKey(request);
    if (key === null) return sendRefusal(reply, keyMissing);
    return answer(request, reply.code(201), await acquirer.create(key, request.body, faultsOf(request)));
  });

  app.get<{ Querystring: { merchantOrderId?: string } }>('/charges', (request, reply) =>
    showFound(request, reply, acquirer.book.byOrder(request.query.merchantOrderId ?? '')),
  );

  app.get<ById>('/charges/:id', (request, reply) => showFound(request, reply, acquirer.book.byId(request.params.id)));

  app.put<ById>('/charges/:id/capture', async (request, reply) =>
    answer(request, reply, await acquirer.capture(request.params.id)),
  );

  app.put<ById>('/charges/:id/void', async (request, reply) =>
    answer(request, reply, await acquirer.void(request.params.id)),
  );

  app.post<ById & { Body: { amount?: unknown } | null }>('/charges/:id/refunds', async (request, reply) => {
    const key = idempotencyKey(request);
    if (key === null) return sendRefusal(reply, keyMissing);
    const refunded = await acquirer.refund(request.params.id, key, request.body?.amount);
    if (!refunded.ok) return sendRefusal(reply, refunded.error);
    const { refunds, movements } = refunded.value;
    const refund = movements.find(({ id }) => id === refunds[key]?.movementId);
    return reply.code(201).send({ ...chargeView(refunded.value, context.origin(), faultsOf(request)), refund });
  });
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && /^[\w-]{1,64}$/.test(key) ? key : null;
}
