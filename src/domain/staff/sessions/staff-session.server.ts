import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import { decryptLongTerm, encryptLongTerm } from '../../long-term-encryption.server.ts';
import { accountById, accountBySubject, lockAccounts, type StaffAccount } from '../accounts/index.server.ts';
import { recordAudit } from '../audit-log/index.server.ts';
import {
  type BrandsOfBusiness,
  type DirectoryGrant,
  effectiveGrants,
  grantsOfAccount,
  syncDirectoryGrants,
} from '../grants/index.server.ts';
import type { StaffActor } from '../permissions/index.ts';
import { inTransaction } from '../../transaction.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { sessionLimits } from './session-limits.data.ts';
import { refreshTokenPurpose } from './sign-in.server.ts';
import {
  deleteSessions,
  markSessionEnded,
  markSessionsEnded,
  markSessionsOver,
  openSessionById,
  type SessionEnd,
  sessionByToken,
  sessionsOfAccount,
  type StaffSessionRow,
  touchSession,
  updateSession,
} from './staff-session.repository.server.ts';

type SessionContext = Pick<BaseContext, 'db' | 'clock' | 'config'>;

/** A session that is open, with its person and their grants of this moment. */
export interface StaffSession {
  readonly actor: StaffActor;
  readonly account: StaffAccount;
  /** When the person last proved who they are, and how strongly. */
  readonly authenticatedAt: Date;
  readonly acr: string | null;
  /** When the directory last said that they belong to it. After 15 minutes it has to be asked again. */
  readonly directoryCheckedAt: Date;
  readonly isDirectoryCheckDue: boolean;
}

/**
 * The session of a cookie's value; null when there is none, it has ended, it was idle for 30 minutes, or it is ten hours old.
 * Grants are read anew each time: what was taken from a person is gone with their next request. What is no use of it does not
 * keep it from being idle.
 */
export async function findStaffSession(
  ctx: SessionContext,
  token: string,
  brandsOf: BrandsOfBusiness,
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<StaffSession | null> {
  const now = ctx.clock.now();
  const row = await sessionByToken(ctx.db, sha256(token));
  if (!row || row.ended_at) return null;
  const isIdle = now.getTime() - row.seen_at.getTime() > sessionLimits.idle * 1000;
  if (isIdle || row.expires_at <= now) {
    await markSessionEnded(ctx.db, row.id, 'idle', now);
    return null;
  }
  const account = await accountById(ctx.db, row.account_id);
  if (!account || account.leftAt) return null;
  const grants = effectiveGrants(await grantsOfAccount(ctx.db, account.id, now), brandsOf);
  const isTouchDue = now.getTime() - row.seen_at.getTime() > sessionLimits.touch * 1000;
  if (isUse && isTouchDue) await touchSession(ctx.db, row.id, now);
  const { id: accountId, name, email } = account;
  const actor = {
    accountId,
    actor: `staff:${accountId}`,
    name,
    email,
    sessionId: row.id,
    ipGroup: row.ip_group,
    grants,
  };
  const { authenticated_at: authenticatedAt, acr, directory_checked_at: directoryCheckedAt } = row;
  const isDirectoryCheckDue = now.getTime() - directoryCheckedAt.getTime() >= sessionLimits.directoryCheck * 1000;
  return { actor, account, authenticatedAt, acr, directoryCheckedAt, isDirectoryCheckDue };
}

/** The refresh token of an open session, by which the directory is asked; null when it has none. */
export async function refreshTokenOf(ctx: SessionContext, sessionId: string): Promise<string | null> {
  const row = await openSessionById(ctx.db, sessionId);
  if (!row || row.refresh_token === null) return null;
  return decryptLongTerm(ctx.config, refreshTokenPurpose, row.refresh_token);
}

/** What the directory said when it was asked about an open session. */
export interface DirectoryCheck {
  /** The next refresh token; null: the present one stays. */
  readonly refreshToken: string | null;
  /** As in a sign-in; null: groups are not used, or it said nothing about them. */
  readonly directoryGrants: readonly DirectoryGrant[] | null;
}

/** Writes that the directory still knows the person of a session, with their groups of today. */
export async function recordDirectoryCheck(
  ctx: SessionContext,
  sessionId: string,
  { refreshToken, directoryGrants }: DirectoryCheck,
): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction<null, never>(ctx.db, async (trx) => {
    const row = await openSessionById(trx, sessionId);
    if (!row) return ok(null);
    const refresh = refreshToken === null ? {} : { refresh_token: encryptRefreshToken(ctx, refreshToken) };
    await updateSession(trx, sessionId, { directory_checked_at: now, ...refresh });
    if (directoryGrants) {
      await lockAccounts(trx, [row.account_id]);
      await syncDirectoryGrants(trx, row.account_id, directoryGrants, now);
    }
    return ok(null);
  });
}

/**
 * Writes that the person of an open session has just proved again who they are, and gives the session another secret. Null
 * when it has ended, or was another person's (`subject`).
 */
export async function renewAuthentication(
  ctx: SessionContext,
  sessionId: string,
  proof: Pick<StaffAccount, 'issuer' | 'subject'> & {
    readonly authenticatedAt: Date;
    readonly acr: string | null;
    readonly refreshToken: string | null;
  },
): Promise<{ readonly token: string } | null> {
  const row = await openSessionById(ctx.db, sessionId);
  const account = row && (await accountBySubject(ctx.db, proof.issuer, proof.subject));
  if (!row || account?.id !== row.account_id) return null;
  const token = newSecret();
  const now = ctx.clock.now();
  const isOpen = await updateSession(ctx.db, sessionId, {
    ...{ token_hash: sha256(token), authenticated_at: proof.authenticatedAt, acr: proof.acr, seen_at: now },
    ...(proof.refreshToken === null ? {} : { refresh_token: encryptRefreshToken(ctx, proof.refreshToken) }),
    directory_checked_at: now,
  });
  return isOpen ? { token } : null;
}

function encryptRefreshToken(ctx: SessionContext, refreshToken: string): string {
  return encryptLongTerm(ctx.config, refreshTokenPurpose, refreshToken);
}

/** Ends a session of the actor's own (any of them), with its audit entry; false when there is no such open one. */
export async function endOwnSession(
  ctx: SessionContext,
  actor: StaffActor,
  sessionId: string,
  because: 'signed-out' | 'ended-by-owner',
): Promise<boolean> {
  const now = ctx.clock.now();
  const done = await inTransaction<boolean, never>(ctx.db, async (trx) => {
    const row = await openSessionById(trx, sessionId);
    if (row?.account_id !== actor.accountId) return ok(false);
    if (!(await markSessionEnded(trx, sessionId, because, now))) return ok(false);
    await recordSessionEnd(trx, { ...actor, ended: sessionId, because }, now);
    return ok(true);
  });
  return done.ok && done.value;
}

/** Ends every session of a person whom the directory does not know any more. Returns how many there were. */
export async function endSessionsOfSubject(ctx: SessionContext, issuer: string, subject: string): Promise<number> {
  const now = ctx.clock.now();
  const done = await inTransaction<number, never>(ctx.db, async (trx) => {
    const account = await accountBySubject(trx, issuer, subject);
    if (!account) return ok(0);
    const ended = await markSessionsEnded(trx, account.id, 'left', now);
    if (ended > 0)
      await recordSessionEnd(
        trx,
        { actor: 'system', sessionId: null, ipGroup: '', accountId: account.id, ended: null, because: 'left' },
        now,
      );
    return ok(ended);
  });
  return done.ok ? done.value : 0;
}

async function recordSessionEnd(
  trx: Db,
  end: {
    /** Who ended it, in which session and from where. */
    readonly actor: string;
    readonly sessionId: string | null;
    readonly ipGroup: string;
    readonly accountId: string;
    /** The session that ended; null: all of the account. */
    readonly ended: string | null;
    readonly because: SessionEnd;
  },
  now: Date,
): Promise<void> {
  const { actor, sessionId, ipGroup, accountId, ended, because } = end;
  await recordAudit(
    trx,
    {
      ...{ actor, sessionId, ipGroup, action: 'session.end', subject: { kind: 'staff', id: accountId }, brand: null },
      ...{ detail: { because, sessionId: ended }, reason: null, outcome: 'done' },
    },
    now,
  );
}

/** Ends sessions whose browser never came back, so that no refresh token stays, and deletes those of more than 90 days ago. */
export async function sweepStaffSessions({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await markSessionsOver(db, { now, idleSince: before(sessionLimits.idle) });
  await deleteSessions(db, before(sessionLimits.kept));
}

/** An account's sessions of the last 90 days, newest first, the ended ones too. */
export async function staffSessionsOf(
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  accountId: string,
): Promise<readonly StaffSessionRow[]> {
  return sessionsOfAccount(db, accountId, new Date(clock.now().getTime() - sessionLimits.kept * 1000));
}
