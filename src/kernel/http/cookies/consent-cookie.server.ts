import { cookieName, readCookies, writeCookie } from './cookies.server.ts';

const prefix = 'matricula-consent-';
/** Half a year: a refusal is not questioned at every visit, and a consent is renewed from time to time. */
const life = 180 * 24 * 3600;
const shape = /^(?:no|yes\.([1-9]\d{0,9}\.[1-9]\d{8,10}))$/;

/** Analytics consent of one browser for one brand; brands do not share it. `tagCookie`: Google's own, where its tag ran. */
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

/** The `Set-Cookie` values that store an answer; a refusal also removes the tag's own cookie. */
export function consentCookies(brand: string, clientId: string | null, isHttps: boolean): readonly string[] {
  const value = clientId === null ? 'no' : `yes.${clientId}`;
  const kept = writeCookie(cookieName(prefix + brand, isHttps), value, { maxAge: life, isHttps });
  return clientId === null ? [kept, '_ga=; Path=/; Max-Age=0'] : [kept];
}
