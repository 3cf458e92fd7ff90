import { z } from 'zod';
import { saleSubjects } from '#src/domain/orders/index.server.ts';
import { type PendingRefund, pendingRefunds } from '#src/domain/payments/index.server.ts';
import { eraseData } from '#src/domain/privacy/index.server.ts';
import { isAllowed, isAllowedEverywhere, scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import {
  accountOfActor,
  approvalPermissions,
  type ApprovalRequest,
  approvalRequestsFor,
  approveRequest,
  type DecisionFailure,
  giveApprovedGrant,
  type GrantFailure,
  namesOfAccounts,
  rejectRequest,
  requestById,
  takeBackRequest,
} from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { ok } from '#src/kernel/result/result.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import type { ApprovalItem, ApprovalList } from './approvals.types.ts';

const params = z.strictObject({ id: z.string().min(1).max(64) });

/** What waits for a second person. Refunds are listed here too; the routes of refunds decide them and take them back. */
export const routes: Routes = (app, services) => {
  const { ctx } = services;

  const decision = { needs: 'signed-in', changes: 'approvals' } as const;

  // Everybody sees what they asked for themselves; the rest is narrowed by each kind's own permission and scope.
  app.get('/approvals', { config: { needs: 'signed-in' } }, async ({ staff }): Promise<ApprovalList> => {
    const requests = await approvalRequestsFor(ctx, staff);
    const people = requests.flatMap(({ askedBy, decidedBy }) => [askedBy, ...(decidedBy === null ? [] : [decidedBy])]);
    const names = await namesOfAccounts(services.readDb, [...new Set(people)]);
    const items = [
      ...(await listedRefunds(services, staff)),
      ...requests.map((request) => toItem(request, staff, names)),
    ];
    const endOf = ({ decidedAt, expiresAt }: ApprovalItem) => Date.parse(decidedAt ?? expiresAt);
    const [waiting, ended] = [items.filter(isWaiting), items.filter((item) => !isWaiting(item))];
    return {
      items: [
        ...waiting.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt)),
        ...ended.toSorted((one, other) => endOf(other) - endOf(one)),
      ],
    };
  });

  app.post(
    '/approvals/:id/approve',
    { config: { ...decision, needsFreshSignIn: true }, schema: { params } },
    async ({ params: { id }, staff }, reply) => {
      if (!(await isSeen(services, staff, id))) return sendProblem(reply, 'not-found');
      const done = await approveRequest(ctx, staff, id, async (trx, request) =>
        request.kind === 'grant' ? giveApprovedGrant(ctx, trx, staff, request) : ok(null),
      );
      if (!done.ok) return sendProblem(reply, problemOf(done.error));
      const { kind, payload } = done.value;
      if (kind !== 'erasure') return { state: 'approved' };
      // Outside the decision: it locks sales. While money moves it becomes a task, and nobody has to ask for it again.
      const erased = await eraseData(ctx, String(payload['accountId']));
      return { state: 'approved', effect: erased.ok ? 'done' : erased.error };
    },
  );

  app.post(
    '/approvals/:id/reject',
    { config: decision, schema: { params } },
    async ({ params: { id }, staff }, reply) => {
      if (!(await isSeen(services, staff, id))) return sendProblem(reply, 'not-found');
      const done = await rejectRequest(ctx, staff, id);
      return done.ok ? { state: 'rejected' } : sendProblem(reply, problemOf(done.error));
    },
  );

  app.post(
    '/approvals/:id/take-back',
    { config: decision, schema: { params } },
    async ({ params: { id }, staff }, reply) => {
      const done = await takeBackRequest(ctx, staff, id);
      return done.ok ? { state: 'taken-back' } : sendProblem(reply, problemOf(done.error));
    },
  );
};

const isWaiting = ({ state }: ApprovalItem) => state === 'waiting';

function problemOf(error: DecisionFailure | GrantFailure) {
  return error === 'request-not-found' || error === 'account-not-found' ? 'not-found' : error;
}

function mayDecide(staff: StaffActor, { kind, brand }: Pick<ApprovalRequest, 'kind' | 'brand'>): boolean {
  const { approve } = approvalPermissions[kind];
  return brand === null ? isAllowedEverywhere(staff, approve) : isAllowed(staff, approve, { brand });
}

/** A request that a person neither made nor may decide is not there for them. */
async function isSeen({ ctx }: ConsoleServices, staff: StaffActor, id: string): Promise<boolean> {
  const request = await requestById(ctx.db, id, ctx.clock.now());
  return request !== null && (request.askedBy === staff.accountId || mayDecide(staff, request));
}

function toItem(request: ApprovalRequest, staff: StaffActor, names: ReadonlyMap<string, string>): ApprovalItem {
  const { id, kind, brand, shown, state, askedBy, decidedBy } = request;
  const isOwn = askedBy === staff.accountId;
  return {
    ...{ id, kind, brand, reason: request.reason, state, shown, isOwn, refund: null },
    ...{ askedBy: names.get(askedBy) ?? askedBy, askedAt: request.askedAt.toISOString() },
    expiresAt: request.expiresAt.toISOString(),
    decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? decidedBy),
    decidedAt: request.decidedAt?.toISOString() ?? null,
    mayDecide: state === 'waiting' && !isOwn && mayDecide(staff, request),
  };
}

/** Refunds that the person may approve, and those that they asked for: what waits, and what ended in the last 30 days. */
async function listedRefunds({ ctx, readDb }: ConsoleServices, staff: StaffActor): Promise<readonly ApprovalItem[]> {
  const read = { db: readDb, clock: ctx.clock };
  const brands = brandsWithRefunds(staff);
  const since = new Date(ctx.clock.now().getTime() - 30 * 86_400_000);
  const refunds = [...(await pendingRefunds(read, brands)), ...(await pendingRefunds(read, brands, since))];
  const subjects = await saleSubjects(
    readDb,
    refunds.map(({ orderId }) => orderId),
  );
  const items: ApprovalItem[] = [];
  for (const one of refunds) {
    const { orderId, askedBy, decidedBy } = one;
    const subject = subjects.get(orderId);
    if (!subject) continue;
    const asker = await accountOfActor(readDb, askedBy);
    const decider =
      decidedBy === null ? null : ((await accountOfActor(readDb, decidedBy))?.name ?? withoutKind(decidedBy));
    const isOwn = askedBy === staff.actor || asker?.id === staff.accountId;
    const isApprovable = isAllowed(staff, 'refund.approve', subject);
    if (!isOwn && !isApprovable) continue;
    items.push({
      ...{ id: one.id, kind: 'refund', brand: subject.brand, reason: one.reason, shown: {}, isOwn },
      ...{ state: stateOf(one), askedBy: asker?.name ?? withoutKind(askedBy), askedAt: one.askedAt.toISOString() },
      ...{
        expiresAt: one.expiresAt.toISOString(),
        decidedBy: decider,
        decidedAt: one.decidedAt?.toISOString() ?? null,
      },
      mayDecide: one.state === 'waiting' && isApprovable && !isOwn,
      refund: {
        ...{ orderId, orderReference: subject.reference },
        ...{ amount: unitsToJson(one.plannedAmount), currency: one.currency },
      },
    });
  }
  return items;
}

/** An operator's token without an account is called by its own name. */
const withoutKind = (actor: string): string => actor.replace(/^token:/, '');

/** Whoever asked for a refund takes it back; a second person rejects it. */
function stateOf({ state, askedBy, decidedBy }: PendingRefund): ApprovalItem['state'] {
  if (state === 'confirmed') return 'approved';
  if (state === 'turned-down') return decidedBy === askedBy ? 'taken-back' : 'rejected';
  return state;
}

/** Brands in which, or in a part of which, the person may ask for refunds or approve them; null: all. */
function brandsWithRefunds(staff: StaffActor): readonly string[] | null {
  const scopes = (['refund.approve', 'refund.request'] as const).map((permission) => scopeOf(staff, permission));
  if (scopes.some(({ kind }) => kind === 'all')) return null;
  const brands = scopes.flatMap((scope) =>
    scope.kind === 'some'
      ? [...scope.brands, ...scope.units.map(({ brand }) => brand), ...scope.sellers.map(({ brand }) => brand)]
      : [],
  );
  return [...new Set(brands)];
}
