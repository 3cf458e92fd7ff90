import type { FastifyInstance, FastifyReply } from 'fastify';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Culqi } from './culqi.server.ts';
import type { Problem } from './culqi.types.ts';
import { cardView, customerView, problem } from './views.ts';

interface ById {
  Params: { id: string };
}
interface List {
  Querystring: { email?: string; limit?: string; after?: string };
}

const missing = problem(404, 'resource_error', 'resource_missing', 'No existe.');

/** Customers and their kept cards. `send` answers a refusal, `page` a page of a list. */
export function cardRoutes(
  app: FastifyInstance,
  { cards }: Pick<Culqi, 'cards'>,
  {
    send,
    page,
  }: {
    readonly send: (reply: FastifyReply, trouble: Problem) => FastifyReply;
    readonly page: <T extends { readonly id: string }>(
      all: readonly T[],
      query: List['Querystring'],
      view: (one: T) => JsonObject,
    ) => JsonObject;
  },
): void {
  app.post('/customers', (request, reply) => {
    const made = cards.addCustomer(request.body);
    return made.ok ? reply.code(201).send(customerView(made.value)) : send(reply, made.error);
  });
  app.get<List>('/customers', (request, reply) =>
    reply.send(page(cards.customers(request.query.email), request.query, customerView)),
  );
  app.post('/cards', (request, reply) => {
    const kept = cards.keep(request.body);
    return kept.ok ? reply.code(201).send(cardView(kept.value)) : send(reply, kept.error);
  });
  app.get<List>('/cards', (request, reply) => reply.send(page(cards.all(), request.query, cardView)));
  app.get<ById>('/cards/:id', (request, reply) => {
    const card = cards.get(request.params.id);
    return card ? reply.send(cardView(card)) : send(reply, missing);
  });
  app.delete<ById>('/cards/:id', (request, reply) =>
    cards.forget(request.params.id)
      ? reply.send({ id: request.params.id, deleted: true, merchant_message: 'Se eliminó la tarjeta.' })
      : send(reply, missing),
  );
}
