import { z } from 'zod';
import { issueHandedOutAccess, resendAccess } from '#src/domain/customers/access/index.server.ts';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import type { AuditAction } from '#src/domain/staff/index.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { AccessLink } from './access.types.ts';

const ofOrder = z.object({ orderId: z.string().max(64) });

/** The way into a course, sent again or handed out; links of earlier e-mails end with it. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  const actOn = async (action: AuditAction, orderId: string) => {
    const brand = (await saleSubject(readDb, orderId))?.brand ?? null;
    return { action, subject: { kind: 'order', id: orderId }, brand };
  };

  app.post(
    '/access/:orderId/email',
    {
      config: { needs: 'email.resend', about: aboutSale(services) },
      schema: { params: ofOrder, body: z.strictObject({ key: z.string().regex(/^[\w-]{16,64}$/) }) },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const act = await actOn('access.resend', orderId);
      const done = await audited(services, request, act, (onWritten) =>
        resendAccess(ctx, { orderId, key: request.body.key }, onWritten),
      );
      return done.ok ? done.value : sendProblem(reply, done.error);
    },
  );

  app.post(
    '/access/:orderId/link',
    { config: { needs: 'link.create', about: aboutSale(services) }, schema: { params: ofOrder } },
    async (request, reply) => {
      const { orderId } = request.params;
      const act = await actOn('access.link', orderId);
      const done = await audited(services, request, act, (onWritten) => issueHandedOutAccess(ctx, orderId, onWritten));
      if (!done.ok) return sendProblem(reply, done.error);
      const link: AccessLink = { url: done.value.url, expiresAt: done.value.expiresAt.toISOString() };
      return link;
    },
  );
};
