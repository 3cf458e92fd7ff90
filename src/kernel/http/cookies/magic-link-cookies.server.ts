import { cookieName, readCookies, writeCookie } from './cookies.server.ts';

const prefix = 'matricula-pass-';
/** Seconds: long enough to pay with a bank's app meanwhile, too short to be found later on a shared machine. */
const life = 2 * 3600;
const subjectShape = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Keeps the secret of a link out of the address. One cookie per target, so that two links opened side by side do not
 * replace each other.
 */
export function magicLinkCookie(subjectId: string, token: string, isHttps: boolean): string {
  if (!subjectShape.test(subjectId)) throw new TypeError('This cannot be part of a cookie’s name');
  return writeCookie(cookieName(prefix + subjectId, isHttps), token, { maxAge: life, isHttps });
}

/** The link's secret for a target in this browser; null when there is none, or it has expired. */
export function readMagicLink(cookieHeader: string | undefined, subjectId: string, isHttps: boolean): string | null {
  return readCookies(cookieHeader).get(cookieName(prefix + subjectId, isHttps)) ?? null;
}

/** Every such secret that a browser has. */
export function readMagicLinks(cookieHeader: string | undefined): readonly string[] {
  return [...readCookies(cookieHeader)].flatMap(([name, value]) => (name.includes(prefix) ? [value] : []));
}

/** The `Set-Cookie` values that remove every such secret. */
export function clearMagicLinks(cookieHeader: string | undefined, isHttps: boolean): readonly string[] {
  const start = cookieName(prefix, isHttps);
  return [...readCookies(cookieHeader).keys()].flatMap((name) =>
    name.startsWith(start) && subjectShape.test(name.slice(start.length))
      ? [writeCookie(name, '', { maxAge: 0, isHttps })]
      : [],
  );
}
