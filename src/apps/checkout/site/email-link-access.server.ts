import { orderOfEmailAccess } from '#src/domain/customers/access/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { cookieName, readCookies, writeCookie } from '#src/kernel/http/cookies/cookies.server.ts';

const name = 'matricula-access';
/** Seconds: long enough to press a button, too short to be found later on a shared machine. */
const life = 30 * 60;
const shape = /^[A-Za-z0-9_-]{43}$/;

/** Stores a magic link's secret in a cookie, out of the address. */
export function emailLinkCookie(token: string, isHttps: boolean): string {
  return writeCookie(cookieName(name, isHttps), token, { maxAge: life, isHttps });
}

/** The magic-link secret of this browser, or null. */
export function readEmailLinkToken(cookieHeader: string | undefined, isHttps: boolean): string | null {
  const token = readCookies(cookieHeader).get(cookieName(name, isHttps));
  return token !== undefined && shape.test(token) ? token : null;
}

/** The `Set-Cookie` values that clear that secret; empty where the browser has none. */
export function clearEmailLinkCookie(cookieHeader: string | undefined, isHttps: boolean): readonly string[] {
  const own = cookieName(name, isHttps);
  return readCookies(cookieHeader).has(own) ? [writeCookie(own, '', { maxAge: 0, isHttps })] : [];
}

/** The order of a magic link; null when the link is unknown or expired. */
export async function orderOfEmailLink(ctx: DomainContext, token: string): Promise<string | null> {
  return shape.test(token) ? orderOfEmailAccess(ctx, token) : null;
}
