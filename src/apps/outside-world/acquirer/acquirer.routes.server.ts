import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#src/kernel/result/result.ts';
import { addBasicAuth, addJsonErrors, type Refusal, refusal, sendRefusal } from '../http/answers.server.ts';
import { addWeather, weatherOf } from '../http/weather-hooks.server.ts';
import { struckBy } from '../world/weather.server.ts';
import type { World } from '../world/world.server.ts';
import type { Acquirer } from './acquirer.server.ts';
import { chargeView } from './charge-view.server.ts';
import type { Charge } from './charge.types.ts';
import { cardView } from './known-card.ts';
import { lookedAtRanges } from './test-cards.ts';

interface ById {
  Params: { id: string };
}

const notFound = refusal(404, 'charge-not-found', 'No such charge.');
const savedNotFound = refusal(404, 'saved-card-unknown', 'No such kept card.');
const keyMissing = refusal(400, 'idempotency-key-missing', 'Idempotency-Key: 1 to 64 characters.');

/** The acquirer's API for merchants, below `/acquirer`. */
export function acquirerRoutes(world: World, acquirer: Acquirer): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/.well-known/jwks.json', (_request, reply) =>
      reply.header('cache-control', 'max-age=60').send(acquirer.publicKeys),
    );
    // As a directory server tells its card ranges (EMV 3-D Secure 2.2, PRes).
    app.get('/.well-known/card-ranges.json', (_request, reply) => {
      const cardRangeData = lookedAtRanges.map(({ page, ...range }) => ({
        ...range,
        threeDSMethodURL: `${world.origin()}/acquirer/acs/${page}`,
      }));
      return reply.header('cache-control', 'max-age=60').send({ cardRangeData });
    });
    app.register(async (merchant) => {
      addJsonErrors(merchant);
      addBasicAuth(merchant, world.accounts.acquirer.merchant, world.accounts.acquirer.secret);
      cardRoutes(merchant, acquirer);
      merchant.register(async (charges) => chargeRoutes(charges, world, acquirer));
    });
  };
}

/** Cards without money. Weather is about charges: it leaves these alone. */
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

function chargeRoutes(app: FastifyInstance, world: World, acquirer: Acquirer): void {
  addWeather(app, world.weather, 'acquirer');

  const show = (request: FastifyRequest, reply: FastifyReply, charge: Charge): FastifyReply =>
    reply.send(chargeView(charge, world.origin(), weatherOf(request)));

  function answer(request: FastifyRequest, reply: FastifyReply, result: Result<Charge, Refusal>): FastifyReply {
    return result.ok ? show(request, reply, result.value) : sendRefusal(reply, result.error);
  }

  function showFound(request: FastifyRequest, reply: FastifyReply, charge: Charge | undefined): FastifyReply {
    const lag = struckBy(weatherOf(request), 'not-found-lag');
    const isHidden =
      charge && lag && world.clock.now().getTime() - Date.parse(charge.createdAt) < (lag.seconds ?? 30) * 1000;
    return charge && !isHidden ? show(request, reply, charge) : sendRefusal(reply, notFound);
  }

  app.post('/charges', async (request, reply) => {
    const key = idempotencyKey(request);
    if (key === null) return sendRefusal(reply, keyMissing);
    return answer(request, reply.code(201), await acquirer.create(key, request.body, weatherOf(request)));
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
    return reply.code(201).send({ ...chargeView(refunded.value, world.origin(), weatherOf(request)), refund });
  });
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && /^[\w-]{1,64}$/.test(key) ? key : null;
}
