import { z } from 'zod';
import { isScope, roleNames, type Scope } from '#src/domain/staff/index.ts';
import {
  allAccounts,
  approvedRoles,
  endGrant,
  giveGrant,
  grantsInForce,
  letPersonBack,
  markPersonLeft,
  type StaffAccount,
  type StaffGrant,
  tieToken,
} from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import type { GrantAnswer, StaffGrantView, StaffList, StaffPerson } from './staff.types.ts';

const params = z.strictObject({ id: z.string().min(1).max(64) });
const reason = z.string().trim().min(3).max(300);
const scope = z.custom<Scope>((value) => typeof value === 'string' && isScope(value));
const grant = z.strictObject({
  role: z.enum(roleNames),
  scope,
  until: z.iso.datetime().nullable(),
  reason,
});
const tokenName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);

/** The people of the console: who they are, and what they may do. */
export const routes: Routes = (app, services) => {
  const { ctx } = services;
  // Within one's own scope, which the commands check for each grant.
  const managed = { needs: 'grant.manage', about: 'list' } as const;
  const managedNow = { ...managed, needsFreshSignIn: true } as const;
  // A person belongs to no brand.
  const everywhere = { needs: 'grant.manage', about: 'everywhere', needsFreshSignIn: true } as const;

  app.get('/staff', { config: managed }, ({ staff }) => staffList(services, staff.accountId));

  app.post(
    '/staff/:id/grants',
    { config: { ...managedNow, changes: 'approvals' }, schema: { params, body: grant } },
    async ({ params: { id: accountId }, body, staff }, reply) => {
      const until = body.until === null ? null : new Date(body.until);
      const given = await giveGrant(ctx, staff, { ...body, accountId, until });
      if (!given.ok) return sendProblem(reply, given.error === 'account-not-found' ? 'not-found' : given.error);
      const answer: GrantAnswer =
        given.value.kind === 'given' ? { state: 'given' } : { state: 'waiting', approvalId: given.value.request.id };
      return answer;
    },
  );

  app.post(
    '/staff/grants/:id/end',
    { config: managedNow, schema: { params, body: z.strictObject({ reason }) } },
    async ({ params: { id }, body, staff }, reply) => {
      const done = await endGrant(ctx, staff, id, body.reason);
      if (done.ok) return { state: 'ended' };
      return sendProblem(reply, done.error === 'grant-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/staff/:id/end',
    { config: everywhere, schema: { params, body: z.strictObject({ reason }) } },
    async ({ params: { id }, body, staff }, reply) => {
      const done = await markPersonLeft(ctx, staff, id, body.reason);
      if (done.ok) return { state: 'left' };
      return sendProblem(reply, done.error === 'account-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/staff/:id/restore',
    { config: everywhere, schema: { params, body: z.strictObject({ reason }) } },
    async ({ params: { id }, body, staff }, reply) => {
      const done = await letPersonBack(ctx, staff, id, body.reason);
      if (done.ok) return { state: 'restored' };
      return sendProblem(reply, done.error === 'account-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/staff/:id/token',
    { config: everywhere, schema: { params, body: z.strictObject({ tokenName: tokenName.nullable() }) } },
    async ({ params: { id }, body, staff }, reply) => {
      const done = await tieToken(ctx, staff, id, body.tokenName);
      if (done.ok) return { tokenName: body.tokenName };
      return sendProblem(reply, done.error === 'account-not-found' ? 'not-found' : done.error);
    },
  );
};

async function staffList({ ctx, readDb, brands }: ConsoleServices, ownId: string): Promise<StaffList> {
  const [accounts, grants] = await Promise.all([allAccounts(readDb), grantsInForce(readDb, ctx.clock.now())]);
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return {
    people: accounts.map((account) => toPerson(account, { grants, names, ownId })),
    brands: [...new Set(brands.brands.map(({ brand }) => brand))].toSorted(),
    businesses: [...new Set(brands.brands.map(({ business }) => business))].toSorted(),
    approvedRoles,
  };
}

interface Around {
  readonly grants: readonly StaffGrant[];
  readonly names: ReadonlyMap<string, string>;
  readonly ownId: string;
}

function toPerson(account: StaffAccount, { grants, names, ownId }: Around): StaffPerson {
  const { id, name, email, tokenName: token, accessRequestedAt, signedInAt, leftAt } = account;
  const own = grants.filter(({ accountId }) => accountId === id);
  return {
    ...{ id, name, email, tokenName: token, signedInAt: signedInAt?.toISOString() ?? null, isOwn: id === ownId },
    accessRequestedAt: own.length > 0 ? null : (accessRequestedAt?.toISOString() ?? null),
    leftAt: leftAt?.toISOString() ?? null,
    grants: own.map((one) => toGrant(one, names)),
  };
}

function toGrant(one: StaffGrant, names: ReadonlyMap<string, string>): StaffGrantView {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  const { id, role, scope: where, source } = one;
  return {
    ...{ id, role, scope: where, source, until: one.until?.toISOString() ?? null },
    ...{ grantedBy: nameOf(one.grantedBy), approvedBy: nameOf(one.approvedBy) },
    grantedAt: one.grantedAt.toISOString(),
  };
}
