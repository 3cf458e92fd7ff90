import { newSecret, sha256 } from '../../ids/ids.server.ts';
import { cookieName, readCookies, writeCookie } from './cookies.server.ts';

const name = 'matricula';
const life = 30 * 24 * 3600;
const shape = /^[A-Za-z0-9_-]{43}$/;

/** The identity of one browser. `hash` (SHA-256 of the cookie's secret) finds its sessions. */
export interface IdentifiedBrowser {
  readonly hash: string;
  /** The `Set-Cookie` value for a browser without our cookie; null when it has one. */
  readonly cookie: string | null;
}

/**
 * Reads our cookie, or creates the secret of a new one: 256 random bits, so it needs no signature. `secret`: of the new one,
 * where it has to be the same for repeated calls (43 characters of base64url).
 */
export function identifyBrowser(
  cookieHeader: string | undefined,
  isHttps: boolean,
  secret: string = newSecret(),
): IdentifiedBrowser {
  const there = readCookies(cookieHeader).get(cookieName(name, isHttps));
  if (there !== undefined && shape.test(there)) return { hash: sha256(there), cookie: null };
  return { hash: sha256(secret), cookie: writeCookie(cookieName(name, isHttps), secret, { maxAge: life, isHttps }) };
}
