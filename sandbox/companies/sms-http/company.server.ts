import { accountOf } from './account.server.ts';
import type { PhoneInbox } from '../../inbox/phones.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { addFaults } from '../../faults/fault-hooks.server.ts';
import { addBasicAuth, addJsonErrors, sendRefusal } from '../../runtime/responses.server.ts';
import type { FastifyInstance } from 'fastify';
import type { SandboxCompany } from '../../runtime/company.ts';

/** The carrier of text messages: it delivers them to phones, which the inbox shows. */
export const company: SandboxCompany = {
  name: 'sms',
  title: 'SMS',
  open: (context) => ({
    addRoutes(app) {
      app.register(async (scope) => smsRoutes(context, context.phones)(scope), { prefix: '/sms' });
    },
  }),
};

/** The carrier's API for schools, below `/sms`. */
function smsRoutes(context: SandboxContext, phones: PhoneInbox): (app: FastifyInstance) => void {
  const { user, secret } = accountOf(context.secrets);
  return (app) => {
    addJsonErrors(app);
    addBasicAuth(app, user, secret);
    addFaults(app, context.faults, 'sms');

    app.post('/messages', (request, reply) => {
      const key = request.headers['idempotency-key'];
      const taken = phones.take(Array.isArray(key) ? key[0] : key, request.body);
      if (!taken.ok) return sendRefusal(reply, taken.error);
      return reply.code(202).send({ id: taken.value.id, status: 'queued' });
    });
  };
}
