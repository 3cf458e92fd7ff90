import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieName, readCookies, writeCookie } from '#src/kernel/http/cookies/cookies.server.ts';

const name = 'matricula-staging';

function sign(secret: string): string {
  return createHmac('sha256', secret).update('staging').digest('base64url');
}

/** The cookie of a staging visit: signed, so that it proves a link with `staging=1`. */
export function stagingCookie(secret: string, isHttps: boolean): string {
  return writeCookie(cookieName(name, isHttps), sign(secret), { isHttps });
}

/** Clears the cookie. */
export function clearStagingCookie(isHttps: boolean): string {
  return writeCookie(cookieName(name, isHttps), '', { maxAge: 0, isHttps });
}

/** Whether the browser has the cookie with our signature. */
export function isStaging(cookieHeader: string | undefined, secret: string, isHttps: boolean): boolean {
  const given = Buffer.from(readCookies(cookieHeader).get(cookieName(name, isHttps)) ?? '');
  const wanted = Buffer.from(sign(secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
