import { z } from 'zod';
import { err, type Result } from '#src/kernel/result/result.ts';
import {
  approvalUseHours,
  type ApprovalRequest,
  ownRequests,
  requestById,
  type StaffActor,
} from '../../staff/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { exportFilters, type ExportLocale } from './export-question.ts';
import { exportFormats, exportKinds, type ExportApproval } from './export.types.ts';
import { type ExportFailure, requestExport, type RequestedExport } from './request-export.server.ts';

/** What `requestExport` wrote as the payload of an approval request. Its scope is compared as a whole, not read. */
const approvedPayload = z.object({ list: z.enum(exportKinds), format: z.enum(exportFormats), filters: exportFilters });

/** Days for which a person sees what became of their request. */
const shownDays = 7;

/** A person's own exports that wait for a second person, were approved and not made yet, or came to nothing; newest first. */
export async function exportApprovalsOf(ctx: SalesContext, actor: StaffActor): Promise<readonly ExportApproval[]> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - shownDays * 86_400_000);
  const requests = await ownRequests(ctx.db, { accountId: actor.accountId, kind: 'export', since }, now);
  return requests.flatMap((request) => {
    const state = stateOf(request, now);
    if (state === null) return [];
    const { list: kind, format, filters } = approvedPayload.parse(request.payload);
    const { id, reason, askedAt } = request;
    return [{ ...{ id, kind, format, filters, reason, state, askedAt }, until: endOf(request) }];
  });
}

/** Null: it was made, or its asker took it back. */
function stateOf(request: ApprovalRequest, now: Date): ExportApproval['state'] | null {
  const { state, usedAt } = request;
  if (state === 'taken-back' || usedAt !== null) return null;
  return state === 'approved' && endOf(request) <= now ? 'expired' : state;
}

/** Until when it waits, or its approval may be used. */
function endOf({ state, decidedAt, expiresAt }: ApprovalRequest): Date {
  return state === 'approved' && decidedAt !== null
    ? new Date(decidedAt.getTime() + approvalUseHours * 3_600_000)
    : expiresAt;
}

/** Makes an export exactly as it was approved, by its asker, once. The failures are those of `requestExport`. */
export async function requestApprovedExport(
  ctx: SalesContext,
  actor: StaffActor,
  { approvalId, locale }: { readonly approvalId: string; readonly locale: ExportLocale },
): Promise<Result<RequestedExport, ExportFailure>> {
  const request = await requestById(ctx.db, approvalId, ctx.clock.now());
  if (request?.askedBy !== actor.accountId || request.kind !== 'export') return err('request-not-found');
  const { list: kind, format, filters } = approvedPayload.parse(request.payload);
  return requestExport(ctx, actor, {
    ...{ kind, format, filters, locale, approvalId, reason: request.reason },
    isPersonal: true,
  });
}
