import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CatalogContext } from '../../catalog/context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { lockAccounts } from '../accounts/index.server.ts';
import { type ApprovalRequest, askApproval } from '../approvals/index.server.ts';
import { recordAudit } from '../audit-log/index.server.ts';
import { closeExpiredGrants, grantsOfAccount, insertGrant, type StaffGrant } from '../grants/index.server.ts';
import {
  isAllowed,
  isAllowedEverywhere,
  isScope,
  partsOfScope,
  type PermissionSubject,
  type Role,
  roleNames,
  type Scope,
  type StaffActor,
} from '../permissions/index.ts';
import { approvedRoles } from './approved-roles.data.ts';

type PeopleContext = Pick<CatalogContext, 'db' | 'clock' | 'catalog'>;

/** A grant that somebody asks for. */
export interface GrantInput {
  readonly accountId: string;
  readonly role: Role;
  readonly scope: Scope;
  /** When it ends by itself; null: never. */
  readonly until: Date | null;
  readonly reason: string;
}

/**
 * `own-grant`: to oneself. `scope-not-allowed`: wider than what the giver manages, or a business without brands. `grant-exists`:
 * they have it. `until-past`: it would have ended already. `second-person-needed`: nobody else could approve it.
 */
export type GrantFailure =
  | 'account-not-found'
  | 'account-left'
  | 'own-grant'
  | 'scope-not-allowed'
  | 'grant-exists'
  | 'until-past'
  | 'second-person-needed';

export type GrantResult =
  | { readonly kind: 'given'; readonly grantId: string }
  | { readonly kind: 'waiting'; readonly request: ApprovalRequest };

/** The subject of a scope: null for everything and for a business, which need the permission everywhere. */
export function subjectOfScope(scope: Scope): PermissionSubject | null {
  const { kind, of, part } = partsOfScope(scope);
  if (kind === 'all' || kind === 'business') return null;
  if (kind === 'brand') return { brand: of };
  return kind === 'unit' ? { brand: of, unit: part } : { brand: of, seller: part };
}

/** Gives a role to another person. Finance lead, operator and people wait for a second person (`staff_grants_approved`). */
export async function giveGrant(
  ctx: PeopleContext,
  actor: StaffActor,
  input: GrantInput,
): Promise<Result<GrantResult, GrantFailure>> {
  const { accountId, role, scope, until, reason } = input;
  const now = ctx.clock.now();
  const subject = subjectOfScope(scope);
  const mayGive = subject
    ? isAllowed(actor, 'grant.manage', subject)
    : isAllowedEverywhere(actor, 'grant.manage') && isKnown(ctx, scope);
  if (!mayGive) return err('scope-not-allowed');
  if (accountId === actor.accountId) return err('own-grant');
  if (until && until <= now) return err('until-past');
  return inTransaction<GrantResult, GrantFailure>(ctx.db, async (trx) => {
    const [account] = await lockAccounts(trx, [accountId]);
    if (!account) return err('account-not-found');
    if (account.leftAt) return err('account-left');
    if (await holds(trx, input, now)) return err('grant-exists');
    const { name, email } = account;
    if (approvedRoles.includes(role)) {
      const payload = { accountId, role, scope, until: until?.toISOString() ?? null };
      const asked = await askApproval(ctx, trx, actor, {
        ...{ kind: 'grant' as const, brand: subject?.brand ?? null, payload, reason },
        shown: { ...payload, name, email },
      });
      return asked.ok ? ok({ kind: 'waiting', request: asked.value }) : asked;
    }
    const given = { accountId, role, scope, until, grantedBy: actor.accountId, approvedBy: null };
    return writeGrant(trx, given, { actor, reason, now });
  });
}

/** A business that no brand belongs to is a typing mistake. */
function isKnown({ catalog }: PeopleContext, scope: Scope): boolean {
  const { kind, of } = partsOfScope(scope);
  return kind !== 'business' || catalog.brandsOfBusiness(of).length > 0;
}

async function holds(trx: Db, { accountId, role, scope }: GrantInput, now: Date): Promise<boolean> {
  const present = await grantsOfAccount(trx, accountId, now);
  return present.some((one) => one.role === role && one.scope === scope);
}

async function writeGrant(
  trx: Db,
  grant: Pick<StaffGrant, 'accountId' | 'role' | 'scope' | 'until' | 'grantedBy' | 'approvedBy'>,
  by: { readonly actor: StaffActor; readonly reason: string | null; readonly now: Date; readonly approvalId?: string },
): Promise<Result<{ readonly kind: 'given'; readonly grantId: string }, 'grant-exists'>> {
  const { actor, reason, now, approvalId } = by;
  const { accountId, role, scope, until } = grant;
  await closeExpiredGrants(trx, accountId, now);
  const grantId = await insertGrant(trx, { ...grant, source: 'console', grantedAt: now });
  if (grantId === null) return err('grant-exists');
  await recordAudit(
    trx,
    {
      ...{ actor: actor.actor, sessionId: actor.sessionId, ipGroup: actor.ipGroup, action: 'grant.give' },
      ...{ subject: { kind: 'staff', id: accountId }, brand: subjectOfScope(scope)?.brand ?? null, reason },
      ...{ detail: { role, scope, until: until?.toISOString() ?? null, grantId }, outcome: 'done' },
      ...(approvalId === undefined ? {} : { approvalId }),
    },
    now,
  );
  return ok({ kind: 'given', grantId });
}

/** Gives what was approved: the effect of an approval of the kind `grant`, in its transaction. */
export async function giveApprovedGrant(
  { clock }: Pick<PeopleContext, 'clock'>,
  trx: Db,
  actor: StaffActor,
  request: ApprovalRequest,
): Promise<Result<null, GrantFailure>> {
  const { accountId, role, scope, until } = request.payload;
  const known = roleNames.find((one) => one === role);
  if (typeof accountId !== 'string' || typeof scope !== 'string' || !known || !isScope(scope))
    throw new Error(`The grant of approval ${request.id} cannot be read`);
  const now = clock.now();
  const end = typeof until === 'string' ? new Date(until) : null;
  if (end && end <= now) return err('until-past');
  const [account] = await lockAccounts(trx, [accountId]);
  if (!account) return err('account-not-found');
  if (account.leftAt) return err('account-left');
  // Who is to have it may not approve it: the check staff_grants_not_to_oneself would refuse the row.
  if (accountId === actor.accountId) return err('own-grant');
  const grant = { accountId, role: known, scope, until: end };
  const people = { grantedBy: request.askedBy, approvedBy: actor.accountId };
  const given = await writeGrant(trx, { ...grant, ...people }, { actor, reason: null, now, approvalId: request.id });
  return given.ok ? ok(null) : given;
}
