/** Cookies of a request by name; of a repeated name the first counts. Values are ours, so they are never decoded. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const cut = part.indexOf('=');
    if (cut < 0) continue;
    const name = part.slice(0, cut).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, part.slice(cut + 1).trim());
  }
  return cookies;
}

export interface CookieOptions {
  /** Seconds; 0 removes the cookie, absent keeps it until the browser closes. */
  readonly maxAge?: number;
  readonly isHttps: boolean;
}

/** A `Set-Cookie` value for the whole site: HttpOnly, SameSite=Lax, and Secure where there is TLS. */
export function writeCookie(name: string, value: string, { maxAge, isHttps }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

/** The name of a cookie: with TLS it gets `__Host-`, so that no other host or path can set it. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
