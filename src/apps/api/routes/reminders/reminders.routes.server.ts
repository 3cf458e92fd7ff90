import { z } from 'zod';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { optOutOfReminders } from '#src/domain/sales/reminders/index.server.ts';
import type { ApiApp, ApiServices, Routes } from '../../api.contract.server.ts';
import { id, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const maxBytes = 4096;

/** Accepts form bodies: mail programs post one in place of JSON. The content is constant (RFC 8058) and is ignored. */
function takeForms(app: ApiApp): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: maxBytes }, (_request, _body, done) => done(null));
}

function addStop(app: ApiApp, { ctx }: ApiServices): void {
  app.post(
    '/v1/reminders/:id/stop',
    {
      schema: {
        summary: 'Stop the reminders of abandoned checkouts',
        description:
          "The target of each reminder's `List-Unsubscribe` header: a mail program posts `List-Unsubscribe=One-Click` here (RFC 8058). Idempotent.",
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        params: z.strictObject({ id }),
        querystring: z.strictObject({ t: z.string().max(64).describe('The secret of the link.') }),
        response: { 204: z.null(), ...problems },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const isOpen = await linkOpens(ctx, params.id, query.t);
      if (!isOpen || !(await optOutOfReminders(ctx, params.id))) return sendProblem(reply, 'not-found');
      return reply.code(204).send(null);
    },
  );
}

export const routes: Routes = (app, services) => {
  // A scope of its own, so that no other call accepts a form.
  void app.register(async (scope: ApiApp) => {
    takeForms(scope);
    addStop(scope, services);
  });
};
