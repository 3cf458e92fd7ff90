import { newId } from '#src/kernel/ids/ids.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CatalogContext } from '../../catalog/context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { type AuditEntry, recordAudit } from '../audit-log/index.server.ts';
import { type PermissionSubject, scopeOf, type StaffActor } from '../permissions/index.ts';
import {
  insertRequest,
  lockRequest,
  markRequestUsed,
  requestsFor,
  writeRequestDecision,
} from './approval-request.repository.server.ts';
import {
  type ApprovalKind,
  approvalHours,
  approvalPermissions,
  type ApprovalRequest,
  approvalUseHours,
} from './approval-request.types.ts';
import { approversOf, checkSecondPerson, type SecondPersonFailure } from './second-person.server.ts';

type ApprovalContext = Pick<CatalogContext, 'db' | 'clock' | 'catalog'>;

/** `second-person-needed`: nobody else could decide it, so it is not written. */
export type AskFailure = 'second-person-needed';
/** `request-over`: it was decided, taken back, used, or has expired. */
export type DecisionFailure = SecondPersonFailure | 'request-not-found' | 'request-over';

/**
 * What an approval does, in the transaction of its decision. A failure's code undoes the decision, so that the request waits
 * on: what was shown is not true any more.
 */
export type ApprovalEffect<E extends string> = (trx: Db, request: ApprovalRequest) => Promise<Result<null, E>>;

const subjectOf = (brand: string | null): PermissionSubject | null => (brand === null ? null : { brand });

/** What an audit entry says of a request: its payload has ids and filters only. */
function entryOf(actor: StaffActor, request: Pick<ApprovalRequest, 'id' | 'kind' | 'brand' | 'payload'>) {
  return {
    ...{ actor: actor.actor, sessionId: actor.sessionId, ipGroup: actor.ipGroup, brand: request.brand },
    ...{ subject: { kind: 'approval', id: request.id }, approvalId: request.id, outcome: 'done' as const },
    detail: { kind: request.kind, payload: request.payload },
  } satisfies Partial<AuditEntry>;
}

/** Writes a request for a second person and its audit entry, in the caller's transaction. */
export async function askApproval(
  ctx: ApprovalContext,
  trx: Db,
  actor: StaffActor,
  asked: Pick<ApprovalRequest, 'kind' | 'brand' | 'payload' | 'shown' | 'reason'>,
): Promise<Result<ApprovalRequest, AskFailure>> {
  const now = ctx.clock.now();
  const { approve } = approvalPermissions[asked.kind];
  if ((await approversOf(ctx, trx, approve, subjectOf(asked.brand), [actor.accountId])).length === 0)
    return err('second-person-needed');
  const expiresAt = new Date(now.getTime() + approvalHours * 3_600_000);
  const row = { id: newId('apr'), ...asked, askedBy: actor.accountId, askedAt: now, expiresAt };
  await insertRequest(trx, row);
  await recordAudit(trx, { ...entryOf(actor, row), action: 'approval.ask', reason: asked.reason }, now);
  return ok({ ...row, state: 'waiting', decidedBy: null, decidedAt: null, usedAt: null });
}

/**
 * Approves a request, by another person than its asker, with its effect: once, whoever presses at the same time. The asker
 * must still have the permission to ask.
 */
export async function approveRequest<E extends string>(
  ctx: ApprovalContext,
  actor: StaffActor,
  id: string,
  effect: ApprovalEffect<E>,
): Promise<Result<ApprovalRequest, DecisionFailure | E>> {
  return decide<E>(ctx, actor, id, 'approved', effect);
}

/** Rejects a request, by another person than its asker. It can never be approved afterwards. */
export async function rejectRequest(
  ctx: ApprovalContext,
  actor: StaffActor,
  id: string,
): Promise<Result<ApprovalRequest, DecisionFailure>> {
  return decide<never>(ctx, actor, id, 'rejected', () => Promise.resolve(ok(null)));
}

async function decide<E extends string>(
  ctx: ApprovalContext,
  actor: StaffActor,
  id: string,
  state: 'approved' | 'rejected',
  effect: ApprovalEffect<E>,
): Promise<Result<ApprovalRequest, DecisionFailure | E>> {
  const now = ctx.clock.now();
  return inTransaction<ApprovalRequest, DecisionFailure | E>(ctx.db, async (trx) => {
    const request = await lockRequest(trx, id, now);
    if (!request) return err('request-not-found');
    if (request.state !== 'waiting') return err('request-over');
    const { kind, brand, askedBy } = request;
    const question = { asker: `staff:${askedBy}`, decider: actor.actor, subject: subjectOf(brand) };
    const second = await checkSecondPerson(ctx, trx, { ...question, ...approvalPermissions[kind] });
    // What nobody may ask for any more can still be rejected.
    if (!second.ok && !(state === 'rejected' && second.error === 'asker-not-allowed')) return second;
    await writeRequestDecision(trx, id, { state, by: actor.accountId, at: now });
    const decided: ApprovalRequest = { ...request, state, decidedBy: actor.accountId, decidedAt: now };
    const done = await effect(trx, decided);
    if (!done.ok) return done;
    await recordAudit(trx, { ...entryOf(actor, request), action: `approval.${state}`, reason: null }, now);
    return ok(decided);
  });
}

/** Takes a request back, by its asker only. */
export async function takeBackRequest(
  ctx: ApprovalContext,
  actor: StaffActor,
  id: string,
): Promise<Result<ApprovalRequest, 'request-not-found' | 'request-over'>> {
  const now = ctx.clock.now();
  return inTransaction<ApprovalRequest, 'request-not-found' | 'request-over'>(ctx.db, async (trx) => {
    const request = await lockRequest(trx, id, now);
    if (request?.askedBy !== actor.accountId) return err('request-not-found');
    if (request.state !== 'waiting') return err('request-over');
    await writeRequestDecision(trx, id, { state: 'taken-back', by: actor.accountId, at: now });
    await recordAudit(trx, { ...entryOf(actor, request), action: 'approval.take-back', reason: null }, now);
    return ok({ ...request, state: 'taken-back', decidedBy: actor.accountId, decidedAt: now });
  });
}

/**
 * Uses an approved request of the actor's own, once and within 24 hours, in the transaction of what it allows. `isSame`
 * compares the approved payload with what is about to be done: another one is `request-not-found`.
 */
export async function useApproval(
  ctx: ApprovalContext,
  trx: Db,
  actor: StaffActor,
  wanted: { readonly id: string; readonly kind: ApprovalKind; readonly isSame: (payload: JsonObject) => boolean },
): Promise<Result<ApprovalRequest, 'request-not-found' | 'request-over'>> {
  const now = ctx.clock.now();
  const request = await lockRequest(trx, wanted.id, now);
  if (request?.askedBy !== actor.accountId || request.kind !== wanted.kind || !wanted.isSame(request.payload))
    return err('request-not-found');
  const isLate = (request.decidedAt?.getTime() ?? 0) + approvalUseHours * 3_600_000 <= now.getTime();
  if (request.state !== 'approved' || request.usedAt !== null || isLate) return err('request-over');
  await markRequestUsed(trx, request.id, now);
  return ok({ ...request, usedAt: now });
}

/** What waits for a person or was decided in the last 30 days, and all that they asked for themselves. */
export async function approvalRequestsFor(
  { db, clock }: Pick<CatalogContext, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<readonly ApprovalRequest[]> {
  const now = clock.now();
  const scopes = {
    export: scopeOf(actor, approvalPermissions.export.approve),
    erasure: scopeOf(actor, approvalPermissions.erasure.approve),
    grant: scopeOf(actor, approvalPermissions.grant.approve),
  };
  const filter = { accountId: actor.accountId, scopes };
  return requestsFor(db, filter, { now, decidedSince: new Date(now.getTime() - 30 * 86_400_000) });
}
