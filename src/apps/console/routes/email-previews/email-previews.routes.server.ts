import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { listAudit, recordAudit } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { EmailPreviewAnswer } from './email-previews.types.ts';

const params = z.object({ orderId: z.string().max(64), emailId: z.string().max(64) });
const body = z.strictObject({ reason: z.string().trim().min(3).max(500) });

const action = 'buyer.read-email' as const;

/** How long after its reason was given an e-mail may be opened. */
const openMs = 5 * 60_000;

/** The e-mail stands in a frame of the console: it runs no script, fetches nothing and leads nowhere. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * E-mails of a sale as they would read today: sent ones are not stored. They hold the buyer's data, so the first route asks
 * for the reason and records it; the second shows the page to whom that record names.
 */
export const routes: Routes = (app, services) => {
  const { ctx, readDb, previewEmail } = services;
  const guarded = { needs: 'buyer.reveal', about: aboutSale(services) } as const;

  app.post(
    '/email-previews/:orderId/:emailId',
    { config: guarded, schema: { params, body } },
    async ({ params: { orderId, emailId }, body: { reason }, staff }, reply) => {
      const preview = await previewEmail({ db: readDb, emailId });
      if (preview?.orderId !== orderId) return sendProblem(reply, 'not-found');
      const { actor, sessionId, ipGroup } = staff;
      const brand = (await saleSubject(readDb, orderId))?.brand ?? null;
      await recordAudit(
        ctx.db,
        {
          ...{ actor, sessionId, ipGroup, action, subject: { kind: 'order', id: orderId }, brand, reason },
          ...{ detail: { email: emailId }, outcome: 'seen' },
        },
        ctx.clock.now(),
      );
      const { content } = preview;
      const pageUrl = `/data/email-previews/${orderId}/${emailId}`;
      const answer: EmailPreviewAnswer = {
        email: content && { subject: content.subject, attachments: content.attachments, pageUrl },
      };
      return answer;
    },
  );

  app.get(
    '/email-previews/:orderId/:emailId',
    { config: guarded, schema: { params } },
    async ({ params: { orderId, emailId }, staff: { actor } }, reply) => {
      const from = new Date(ctx.clock.now().getTime() - openMs);
      const filter = {
        scope: { kind: 'none' },
        own: actor,
        seesPeople: false,
        actor,
        action,
        subjectId: orderId,
        from,
      } as const;
      // The primary: the entry was written a moment ago.
      const looks = await listAudit(ctx.db, filter, { after: null, limit: 50 });
      const isRecorded = looks.some(({ detail }) => detail['email'] === emailId);
      const preview = isRecorded ? await previewEmail({ db: readDb, emailId }) : null;
      if (preview?.orderId !== orderId || preview.content === null) return sendProblem(reply, 'not-found');
      return reply.headers(pageHeaders).send(preview.content.html);
    },
  );
};
