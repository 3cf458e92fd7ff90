import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type ExportApproval,
  exportApprovalsOf,
  exportFilters,
  exportFormats,
  exportKinds,
  exportsOf,
  exportTicket,
  type ExportView,
  fetchExport,
  requestApprovedExport,
  requestExport,
} from '#src/domain/sales/exports/index.server.ts';
import { isProblemCode } from '#src/kernel/http/problems/problem.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { ExportAnswer, ExportApprovalItem, ExportItem, ExportList, ExportTicket } from './exports.types.ts';

const word = z.string().max(100);
const body = z.strictObject({
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  isPersonal: z.literal(false),
  filters: exportFilters,
  reason: z.string().trim().min(3).max(500),
  approvalId: word.optional(),
});
const personalBody = body.extend({ isPersonal: z.literal(true) });
const byId = z.strictObject({ id: word });

/**
 * Files of lists. `POST /data/exports` asks for one without personal data, `/data/exports/personal` for one with it, which
 * needs a fresh sign-in and, above 1,000 people, a second person; `/data/exports/approved` makes what that person approved. A
 * finished file is fetched once, by a ticket.
 */
export const routes: Routes = (app, { ctx }) => {
  app.get('/exports', { config: { needs: 'signed-in' } }, async ({ staff }): Promise<ExportList> => {
    const [exports, approvals] = await Promise.all([exportsOf(ctx, staff), exportApprovalsOf(ctx, staff)]);
    return { exports: exports.map(toItem), approvals: approvals.map(toApprovalItem) };
  });

  app.post(
    '/exports',
    { config: { needs: 'export.plain', about: 'list' }, schema: { body } },
    async (request, reply) => {
      const { staff, session } = request;
      return answer(reply, await requestExport(ctx, staff, { ...request.body, locale: session.locale }));
    },
  );

  app.post(
    '/exports/personal',
    {
      config: { needs: 'export.personal', about: 'list', needsFreshSignIn: true, changes: 'approvals' },
      schema: { body: personalBody },
    },
    async (request, reply) => {
      const { staff, session } = request;
      return answer(reply, await requestExport(ctx, staff, { ...request.body, locale: session.locale }));
    },
  );

  app.post(
    '/exports/approved',
    {
      config: { needs: 'export.personal', about: 'list', needsFreshSignIn: true },
      schema: { body: z.strictObject({ approvalId: word }) },
    },
    async ({ staff, session: { locale }, body: { approvalId } }, reply) =>
      answer(reply, await requestApprovedExport(ctx, staff, { approvalId, locale })),
  );

  // Whoever may not export any more keeps nothing by having asked before: the ticket is theirs, but not without permission.
  app.post(
    '/exports/:id/ticket',
    { config: { needs: 'export.plain', about: 'list' }, schema: { params: byId } },
    async ({ staff, params }, reply) => {
      const secret = await exportTicket(ctx, staff, params.id);
      if (secret === null) return sendProblem(reply, 'not-found');
      return { path: `/data/exports/file/${secret}` } satisfies ExportTicket;
    },
  );

  app.get(
    '/exports/file/:id',
    { config: { needs: 'export.plain', about: 'list' }, schema: { params: byId } },
    async ({ staff, params }, reply) => {
      const file = await fetchExport(ctx, staff, params.id);
      if (file === null) return sendProblem(reply, 'not-found');
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from(file.pieces));
    },
  );
};

function answer(reply: FastifyReply, done: Awaited<ReturnType<typeof requestExport>>): FastifyReply | ExportAnswer {
  if (done.ok)
    return done.value.kind === 'making'
      ? { state: 'making', id: done.value.id }
      : { state: 'waiting', approvalId: done.value.request.id };
  return sendProblem(reply, isProblemCode(done.error) ? done.error : 'not-found');
}

function toApprovalItem({ askedAt, until, ...rest }: ExportApproval): ExportApprovalItem {
  return { ...rest, askedAt: askedAt.toISOString(), until: until.toISOString() };
}

function toItem(view: ExportView): ExportItem {
  const { id, kind, format, isPersonal, filters, state, failure } = view;
  return {
    ...{ id, kind, format, isPersonal, filters, state, failure, rows: Number(view.rows) },
    ...{ createdAt: view.createdAt.toISOString(), expiresAt: view.expiresAt?.toISOString() ?? null },
  };
}
