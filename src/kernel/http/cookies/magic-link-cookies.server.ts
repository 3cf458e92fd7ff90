import { cookieName, readCookies, writeCookie } from './cookies.server.ts';

const prefix = 'matricula-pass-';
/** Seconds: long enough to pay with a bank's app in between, too short to be found later on a shared machine. */
const life = 2 * 3600;
const subjectShape = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Keeps the secret of a link out of the address. One cookie per thing that it opens, so that two letters opened side by
 * side do not shut each other.
 */
export function magicLinkCookie(subjectId: string, token: string, isHttps: boolean): string {
  if (!subjectShape.test(subjectId)) throw new TypeError('This cannot be part of a cookie’s name');
  return writeCookie(cookieName(prefix + subjectId, isHttps), token, { maxAge: life, isHttps });
}

/** The secret by which this browser came to a thing; null when it did not come by one, or too long ago. */
export function readMagicLink(cookieHeader: string | undefined, subjectId: string, isHttps: boolean): string | null {
  return readCookies(cookieHeader).get(cookieName(prefix + subjectId, isHttps)) ?? null;
}

/** Every such secret that a browser has. */
export function readMagicLinks(cookieHeader: string | undefined): readonly string[] {
  return [...readCookies(cookieHeader)].flatMap(([name, value]) => (name.includes(prefix) ? [value] : []));
}

/** The `Set-Cookie` values that make a browser forget every such secret. */
export function clearMagicLinks(cookieHeader: string | undefined, isHttps: boolean): readonly string[] {
  const start = cookieName(prefix, isHttps);
  return [...readCookies(cookieHeader).keys()].flatMap((name) =>
    name.startsWith(start) && subjectShape.test(name.slice(start.length))
      ? [writeCookie(name, '', { maxAge: 0, isHttps })]
      : [],
  );
}
