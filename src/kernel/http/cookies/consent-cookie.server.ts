import { cookieName, readCookies, writeCookie } from './cookies.server.ts';

const prefix = 'matricula-consent-';
/** Half a year: a refusal is not asked about at every visit, and a consent is asked for again one day. */
const life = 180 * 24 * 3600;
const shape = /^(?:no|yes\.([1-9]\d{0,9}\.[1-9]\d{8,10}))$/;

/** What a browser's buyer answered a brand that asked whether visits may be counted: one school's yes is no other's. `tagCookie`: Google's own, where its tag ran. */
export type Consent =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'given'; readonly clientId: string; readonly tagCookie: string };

export function readConsent(cookieHeader: string | undefined, brand: string, isHttps: boolean): Consent {
  const cookies = readCookies(cookieHeader);
  const read = shape.exec(cookies.get(cookieName(prefix + brand, isHttps)) ?? '');
  if (!read) return { kind: 'unasked' };
  const [, clientId] = read;
  return clientId === undefined
    ? { kind: 'refused' }
    : { kind: 'given', clientId, tagCookie: cookies.get('_ga') ?? '' };
}

/** The `Set-Cookie` values that keep an answer; a refusal takes the tag's own cookie away as well. */
export function consentCookies(brand: string, clientId: string | null, isHttps: boolean): readonly string[] {
  const value = clientId === null ? 'no' : `yes.${clientId}`;
  const kept = writeCookie(cookieName(prefix + brand, isHttps), value, { maxAge: life, isHttps });
  return clientId === null ? [kept, '_ga=; Path=/; Max-Age=0'] : [kept];
}
