import type { DomainContext } from '#src/domain/context.server.ts';
import {
  type BrandsOfBusiness,
  type DirectoryGrant,
  endSessionsOfSubject,
  findStaffSession,
  recordDirectoryCheck,
  refreshTokenOf,
  type StaffSession,
} from '#src/domain/staff/index.server.ts';
import type { Authenticate } from '../console.contract.server.ts';
import { consoleLocales } from '../words/console-locales.ts';
import type { ConsoleCookies } from './console-cookies.server.ts';
import type { OpenIdProvider } from './openid-provider.server.ts';

export interface AuthenticateOptions {
  readonly ctx: DomainContext;
  readonly cookies: ConsoleCookies;
  readonly provider: OpenIdProvider;
  readonly brandsOf: BrandsOfBusiness;
  /** What the directory's groups of a person stand for; null: groups are not used. */
  readonly directoryGrantsOf: (subject: string) => readonly DirectoryGrant[] | null;
}

/** After the directory did not answer, it is asked again so much later, in milliseconds by the machine's clock. */
const awayPauseMs = 30_000;

/**
 * Finds the session of a request's cookie. Every 15 minutes its refresh token asks the directory whether the person still
 * belongs to it: whoever left is out with that request. A directory that does not answer changes nothing for who is in, but
 * nothing sensitive is done until it does. A session without a refresh token ends when the question is due.
 */
export function sessionAuthenticator(options: AuthenticateOptions): Authenticate {
  const { ctx, cookies, brandsOf } = options;
  /** Questions under way by session: a refresh token that changes with each use may not be used twice at once. */
  const asking = new Map<string, Promise<Standing>>();
  const awayUntil = new Map<string, number>();

  async function standingOf(session: StaffSession): Promise<Standing> {
    const id = session.actor.sessionId;
    if ((awayUntil.get(id) ?? 0) > performance.now()) return 'away';
    const running = asking.get(id) ?? ask(options, session).finally(() => asking.delete(id));
    asking.set(id, running);
    const standing = await running;
    if (standing === 'away') awayUntil.set(id, performance.now() + awayPauseMs);
    else awayUntil.delete(id);
    return standing;
  }

  return async (request) => {
    const token = cookies.sessionToken(request.headers.cookie);
    if (token === null) return null;
    // A page that is only open listens, and asks again and again.
    const isUse = !request.url.startsWith('/data/live');
    const session = await findStaffSession(ctx, token, brandsOf, { isUse });
    if (session === null) return null;
    const { actor, account, authenticatedAt, acr } = session;
    const standing = session.isDirectoryCheckDue ? await standingOf(session) : 'member';
    if (standing === 'out') return null;
    const locale = consoleLocales.find((one) => one === account.locale) ?? 'pt-BR';
    const isAccessRequested = account.accessRequestedAt !== null;
    return { actor, locale, authenticatedAt, acr, isDirectoryReached: standing === 'member', isAccessRequested };
  };
}

type Standing = 'member' | 'away' | 'out';

async function ask(
  { ctx, provider, directoryGrantsOf }: AuthenticateOptions,
  session: StaffSession,
): Promise<Standing> {
  const { actor, account } = session;
  const refreshToken = await refreshTokenOf(ctx, actor.sessionId);
  if (refreshToken === null) return 'out';
  const answer = await provider.refresh(refreshToken);
  if (answer.kind === 'away') {
    ctx.log.warn('directory-away');
    return 'away';
  }
  if (answer.kind === 'member') {
    const directoryGrants = directoryGrantsOf(account.subject);
    await recordDirectoryCheck(ctx, actor.sessionId, { refreshToken: answer.refreshToken, directoryGrants });
    return 'member';
  }
  // Another process may have used the token, and got the next one, a moment before.
  if ((await refreshTokenOf(ctx, actor.sessionId)) !== refreshToken) return 'member';
  await endSessionsOfSubject(ctx, account.issuer, account.subject);
  return 'out';
}
