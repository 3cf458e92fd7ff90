import type { FastifyInstance } from 'fastify';
import { addBasicAuth, addJsonErrors, sendRefusal } from '../http/answers.server.ts';
import { addWeather } from '../http/weather-hooks.server.ts';
import type { World } from '../world/world.server.ts';
import type { SmsCarrier } from './sms.server.ts';

/** The carrier's API for schools, below `/sms`. */
export function smsRoutes(world: World, carrier: SmsCarrier): (app: FastifyInstance) => void {
  const { user, password } = world.accounts.sms;
  return (app) => {
    addJsonErrors(app);
    addBasicAuth(app, user, password);
    addWeather(app, world.weather, 'sms');

    app.post('/messages', (request, reply) => {
      const key = request.headers['idempotency-key'];
      const taken = carrier.take(Array.isArray(key) ? key[0] : key, request.body);
      if (!taken.ok) return sendRefusal(reply, taken.error);
      return reply.code(202).send({ id: taken.value.id, status: 'queued' });
    });
  };
}
