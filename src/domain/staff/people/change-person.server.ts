import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CatalogContext } from '../../catalog/context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  accountOfToken,
  lockAccounts,
  markAccessRequested,
  type StaffAccount,
  updateLeftAt,
  updateTokenName,
} from '../accounts/index.server.ts';
import { recordAudit } from '../audit-log/index.server.ts';
import { grantById, markGrantEnded, markGrantsEnded } from '../grants/index.server.ts';
import { isAllowed, isAllowedEverywhere, type StaffActor } from '../permissions/index.ts';
import { markSessionsEnded } from '../sessions/index.server.ts';
import { subjectOfScope } from './give-grant.server.ts';

type PeopleContext = Pick<CatalogContext, 'db' | 'clock' | 'catalog'>;

function entryOf(actor: StaffActor, accountId: string) {
  return {
    ...{
      actor: actor.actor,
      sessionId: actor.sessionId,
      ipGroup: actor.ipGroup,
      brand: null,
      outcome: 'done' as const,
    },
    subject: { kind: 'staff', id: accountId },
  };
}

/** `grant-of-directory`: only the directory's groups change it. */
export type EndGrantFailure = 'grant-not-found' | 'scope-not-allowed' | 'grant-of-directory' | 'grant-over';

/** Ends a grant at once: with the person's next request it is gone. */
export async function endGrant(
  { db, clock }: PeopleContext,
  actor: StaffActor,
  grantId: string,
  reason: string,
): Promise<Result<null, EndGrantFailure>> {
  const now = clock.now();
  return inTransaction<null, EndGrantFailure>(db, async (trx) => {
    const grant = await grantById(trx, grantId);
    if (!grant) return err('grant-not-found');
    const { accountId, role, scope, source } = grant;
    const subject = subjectOfScope(scope);
    const mayEnd = subject ? isAllowed(actor, 'grant.manage', subject) : isAllowedEverywhere(actor, 'grant.manage');
    if (!mayEnd) return err('scope-not-allowed');
    if (source === 'directory') return err('grant-of-directory');
    await lockAccounts(trx, [accountId]);
    if (!(await markGrantEnded(trx, grantId, actor.accountId, now))) return err('grant-over');
    const entry = { ...entryOf(actor, accountId), brand: subject?.brand ?? null };
    await recordAudit(trx, { ...entry, action: 'grant.end', detail: { role, scope, grantId }, reason }, now);
    return ok(null);
  });
}

/** Changes a locked account with its audit entry. */
async function change<E extends string>(
  { db, clock }: PeopleContext,
  accountId: string,
  how: (trx: Db, account: StaffAccount, now: Date) => Promise<Result<null, E>>,
): Promise<Result<null, E | 'account-not-found'>> {
  return inTransaction<null, E | 'account-not-found'>(db, async (trx) => {
    const [account] = await lockAccounts(trx, [accountId]);
    return account ? how(trx, account, clock.now()) : err('account-not-found');
  });
}

/** Ends all that a person may do: their grants, their sessions, and every later sign-in until they are let in again. */
export async function markPersonLeft(
  ctx: PeopleContext,
  actor: StaffActor,
  accountId: string,
  reason: string,
): Promise<Result<null, 'account-not-found' | 'account-left' | 'own-account'>> {
  if (accountId === actor.accountId) return err('own-account');
  return change<'account-left'>(ctx, accountId, async (trx, account, now) => {
    if (account.leftAt) return err('account-left');
    await updateLeftAt(trx, accountId, now);
    await markGrantsEnded(trx, accountId, actor.accountId, now);
    const sessions = await markSessionsEnded(trx, accountId, 'left', now);
    await recordAudit(trx, { ...entryOf(actor, accountId), action: 'staff.end', detail: { sessions }, reason }, now);
    return ok(null);
  });
}

/** Lets a person sign in again who had left. They have no grants then. */
export async function letPersonBack(
  ctx: PeopleContext,
  actor: StaffActor,
  accountId: string,
  reason: string,
): Promise<Result<null, 'account-not-found' | 'account-not-left'>> {
  return change<'account-not-left'>(ctx, accountId, async (trx, account, now) => {
    if (!account.leftAt) return err('account-not-left');
    await updateLeftAt(trx, accountId, null);
    await recordAudit(trx, { ...entryOf(actor, accountId), action: 'staff.restore', detail: {}, reason }, now);
    return ok(null);
  });
}

/**
 * Ties the name of a token of `OPERATOR_TOKENS` to a person, or takes it off (null). From then on both count as one person
 * wherever two are needed. `token-taken`: it is another person's.
 */
export async function tieToken(
  ctx: PeopleContext,
  actor: StaffActor,
  accountId: string,
  tokenName: string | null,
): Promise<Result<null, 'account-not-found' | 'token-taken'>> {
  return change<'token-taken'>(ctx, accountId, async (trx, account, now) => {
    const holder = tokenName === null ? null : await accountOfToken(trx, tokenName);
    if (holder && holder.id !== accountId) return err('token-taken');
    if (account.tokenName === tokenName) return ok(null);
    await updateTokenName(trx, accountId, tokenName);
    const detail = { before: account.tokenName, after: tokenName };
    await recordAudit(trx, { ...entryOf(actor, accountId), action: 'staff.tie-token', detail, reason: null }, now);
    return ok(null);
  });
}

/** Writes that a signed-in person without any grant asks for some: the people's leads see it. */
export async function requestAccess(
  { db, clock }: Pick<PeopleContext, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<void> {
  await markAccessRequested(db, actor.accountId, clock.now());
}
