import { z } from 'zod';
import { evidencePackOf, evidencePackPdf, gatherEvidence } from '#src/domain/documents/evidence-pack/index.server.ts';
import {
  concedeDispute,
  disputeById,
  type DisputeFailure,
  disputesInScope,
  recordEvidence,
  responsesToDispute,
} from '#src/domain/refunds/disputes/index.server.ts';
import type { DisputeView } from '#src/domain/refunds/disputes/index.ts';
import { isAllowed, type PermissionSubject, scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import { type AuditEntry, recordAudit } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import type { Routes } from '../../console.contract.server.ts';
import { disputeCase, disputeRow } from './dispute-case.server.ts';
import type { DisputeCase, DisputePage, EvidenceFile } from './disputes.types.ts';

const params = z.strictObject({ id: z.string().regex(/^dis_[A-Za-z0-9_-]{1,60}$/) });
const statement = z.string().trim().max(4_000);
const reference = z.string().trim().min(1).max(100);

const problemOf: Readonly<Record<DisputeFailure, ProblemCode>> = {
  'dispute-not-found': 'not-found',
  'dispute-decided': 'dispute-decided',
  'deadline-over': 'dispute-deadline-over',
};

/** Disputes by deadline, one case with its evidence, its pack, and the school's response. */
export const routes: Routes = (app, { ctx, readDb }) => {
  const about = async (request: { readonly params: unknown }): Promise<PermissionSubject | null> => {
    const parsed = params.safeParse(request.params);
    return parsed.success ? disputeById(readDb, parsed.data.id) : null;
  };
  const entry = (
    staff: StaffActor,
    { id, brand }: DisputeView,
    act: Pick<AuditEntry, 'action' | 'detail' | 'reason' | 'outcome'>,
  ): AuditEntry => ({
    ...{ actor: staff.actor, sessionId: staff.sessionId, ipGroup: staff.ipGroup, ...act },
    ...{ subject: { kind: 'dispute', id }, brand },
  });

  app.get(
    '/disputes',
    {
      schema: {
        querystring: z.strictObject({
          state: z.enum(['open', 'decided']).default('open'),
          before: z.iso.datetime().optional(),
        }),
      },
      config: { needs: 'sale.view', about: 'list' },
    },
    async ({ staff, query: { state, before } }): Promise<DisputePage> => {
      const disputes = await disputesInScope(readDb, scopeOf(staff, 'sale.view'), {
        isOpen: state === 'open',
        ...(before === undefined ? {} : { decidedBefore: new Date(before) }),
      });
      return { disputes: disputes.map(disputeRow) };
    },
  );

  app.get(
    '/disputes/:id',
    { schema: { params }, config: { needs: 'sale.view', about } },
    async ({ params: { id }, staff }, reply): Promise<DisputeCase | undefined> => {
      const dispute = await disputeById(readDb, id);
      const evidence = dispute && (await gatherEvidence(readDb, dispute));
      if (!evidence) return void sendProblem(reply, 'not-found');
      const responses = await responsesToDispute(readDb, id);
      return disputeCase(evidence, responses, isAllowed(staff, 'dispute.answer', dispute));
    },
  );

  app.post(
    '/disputes/:id/pack',
    {
      schema: { params, body: z.strictObject({ format: z.enum(['pdf', 'json']), statement }) },
      config: { needs: 'dispute.answer', about },
    },
    async ({ params: { id }, body, staff }, reply): Promise<EvidenceFile | undefined> => {
      const dispute = await disputeById(ctx.db, id);
      const pack = dispute && (await evidencePackOf(ctx, dispute, body.statement));
      if (!pack) return void sendProblem(reply, 'not-found');
      const content = body.format === 'json' ? Buffer.from(pack.text) : await evidencePackPdf(ctx, pack);
      if (!content) return void sendProblem(reply, 'not-found');
      // The pack has the buyer's data in full: whoever makes one has seen them.
      const detail = { format: body.format, hash: pack.hash };
      const act = { action: 'dispute.pack' as const, detail, reason: null, outcome: 'seen' as const };
      await recordAudit(ctx.db, entry(staff, dispute, act), ctx.clock.now());
      return {
        fileName: `${dispute.orderReference}-dispute.${body.format}`,
        contentType: body.format === 'json' ? 'application/json' : 'application/pdf',
        ...{ base64: content.toString('base64'), hash: pack.hash },
      };
    },
  );

  app.post(
    '/disputes/:id/evidence',
    {
      schema: {
        params,
        body: z.strictObject({ statement, reference, packHash: z.string().regex(/^[0-9a-f]{64}$/) }),
      },
      config: { needs: 'dispute.answer', about },
    },
    async ({ params: { id }, body, staff }, reply): Promise<{ readonly responseId: string } | undefined> => {
      const dispute = await disputeById(ctx.db, id);
      const pack = dispute && (await evidencePackOf(ctx, dispute, body.statement));
      if (!pack) return void sendProblem(reply, 'not-found');
      if (pack.hash !== body.packHash) return void sendProblem(reply, 'evidence-changed');
      const { packHash } = body;
      const act = { action: 'dispute.answer' as const, detail: { packHash, stage: dispute.stage }, reason: null };
      const done = await recordEvidence(ctx, id, { ...body, by: staff.actor }, (trx) =>
        recordAudit(trx, entry(staff, dispute, { ...act, outcome: 'done' }), ctx.clock.now()),
      );
      return done.ok ? { responseId: done.value } : void sendProblem(reply, problemOf[done.error]);
    },
  );

  app.post(
    '/disputes/:id/concede',
    {
      schema: { params, body: z.strictObject({ reason: statement, reference }) },
      config: { needs: 'dispute.answer', about, needsFreshSignIn: true },
    },
    async ({ params: { id }, body, staff }, reply): Promise<{ readonly outcome: 'lost' } | undefined> => {
      const dispute = await disputeById(ctx.db, id);
      if (!dispute) return void sendProblem(reply, 'not-found');
      const act = { action: 'dispute.concede' as const, detail: { stage: dispute.stage }, reason: body.reason || null };
      const done = await concedeDispute(ctx, id, { ...body, by: staff.actor }, (trx) =>
        recordAudit(trx, entry(staff, dispute, { ...act, outcome: 'done' }), ctx.clock.now()),
      );
      return done.ok ? { outcome: 'lost' } : void sendProblem(reply, problemOf[done.error]);
    },
  );
};
