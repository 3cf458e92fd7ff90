import { newId, newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import { encryptLongTerm } from '../../long-term-encryption.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { type StaffAccount, type StaffIdentity, upsertAccount } from '../accounts/index.server.ts';
import { recordAudit } from '../audit-log/index.server.ts';
import { redeemFirstLink } from '../first-links/index.server.ts';
import { type DirectoryGrant, syncDirectoryGrants } from '../grants/index.server.ts';
import { sessionLimits } from './session-limits.data.ts';
import { insertSession } from './staff-session.repository.server.ts';

/** Purpose of the encryption of refresh tokens. */
export const refreshTokenPurpose = 'console refresh token';

/** A sign-in that the directory has confirmed. */
export interface StaffSignIn {
  readonly identity: StaffIdentity;
  /** What the person's groups stand for; null where groups are not used, and then such grants stay as they are. */
  readonly directoryGrants: readonly DirectoryGrant[] | null;
  /** The secret of a printed link that they came by. */
  readonly firstLink?: string | undefined;
  readonly ipGroup: string;
  /** The browser's `User-Agent`, as the owner's list of sessions shows it. */
  readonly agent: string;
  /** When they proved who they are, by the directory (UTC), and how strongly. */
  readonly authenticatedAt: Date;
  readonly acr: string | null;
  readonly refreshToken: string | null;
}

export interface StartedSession {
  /** The cookie's value; only its hash is stored. */
  readonly token: string;
  readonly sessionId: string;
  readonly account: StaffAccount;
}

/** `account-left`: the people's lead has ended their access. `link-over`: used, expired, unknown, or of another address. */
export type SignInFailure = 'account-left' | 'link-over';

/** Begins a session, with its account, its grants by the directory's groups and its audit entry, or writes nothing. */
export async function signInStaff(
  ctx: Pick<BaseContext, 'db' | 'clock' | 'config' | 'log'>,
  signIn: StaffSignIn,
): Promise<Result<StartedSession, SignInFailure>> {
  const now = ctx.clock.now();
  const token = newSecret();
  const done = await inTransaction<StartedSession, SignInFailure>(ctx.db, async (trx) => {
    const account = await upsertAccount(trx, signIn.identity, { now, isSignIn: true });
    if (account.leftAt) return err('account-left');
    if (signIn.firstLink !== undefined && !(await redeemFirstLink(trx, signIn.firstLink, account, now)))
      return err('link-over');
    if (signIn.directoryGrants) await syncDirectoryGrants(trx, account.id, signIn.directoryGrants, now);
    const sessionId = newId('sse');
    await writeSession(ctx, trx, { signIn, account, sessionId, token, now });
    return ok({ token, sessionId, account });
  });
  if (done.ok && signIn.firstLink !== undefined)
    ctx.log.error('staff-first-link-used', { reason: `by ${done.value.account.id}` });
  return done;
}

async function writeSession(
  ctx: Pick<BaseContext, 'config'>,
  trx: Db,
  { signIn, account, sessionId, token, now }: { signIn: StaffSignIn; now: Date } & StartedSession,
): Promise<void> {
  const { ipGroup, acr, refreshToken } = signIn;
  await insertSession(trx, {
    ...{ id: sessionId, token_hash: sha256(token), account_id: account.id, created_at: now, seen_at: now },
    expires_at: new Date(now.getTime() + sessionLimits.whole * 1000),
    ...{ ip_group: ipGroup, agent: signIn.agent.slice(0, 300), authenticated_at: signIn.authenticatedAt, acr },
    refresh_token: refreshToken === null ? null : encryptLongTerm(ctx.config, refreshTokenPurpose, refreshToken),
    directory_checked_at: now,
  });
  const entry = {
    ...{ actor: `staff:${account.id}`, sessionId, subject: { kind: 'staff', id: account.id }, brand: null },
    ...{ reason: null, ipGroup, outcome: 'done' as const },
  };
  await recordAudit(trx, { ...entry, action: 'session.begin', detail: { acr } }, now);
  if (signIn.firstLink !== undefined)
    await recordAudit(trx, { ...entry, action: 'grant.first', detail: { role: 'people', scope: '*' } }, now);
}
