import type { FastifyInstance } from 'fastify';
import { addBasicAuth, addJsonErrors, sendRefusal } from '../../runtime/responses.server.ts';
import { addFaults } from '../../faults/fault-hooks.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { SmsCarrier } from './sms.server.ts';

/** The carrier's API for schools, below `/sms`. */
export function smsRoutes(context: SandboxContext, carrier: SmsCarrier): (app: FastifyInstance) => void {
  const { user, password } = context.accounts.sms;
  return (app) => {
    addJsonErrors(app);
    addBasicAuth(app, user, password);
    addFaults(app, context.faults, 'sms');

    app.post('/messages', (request, reply) => {
      const key = request.headers['idempotency-key'];
      const taken = carrier.take(Array.isArray(key) ? key[0] : key, request.body);
      if (!taken.ok) return sendRefusal(reply, taken.error);
      return reply.code(202).send({ id: taken.value.id, status: 'queued' });
    });
  };
}
