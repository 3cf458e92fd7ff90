/** A client id of GA4: a random number, a dot, and the second in which it was made. */
const shape = /^[1-9]\d{0,9}\.[1-9]\d{8,10}$/;

export function isClientId(text: string): boolean {
  return shape.test(text);
}

/** The client id in the cookie `_ga` of Google's own tag (`GA1.1.123.456`); null when it holds none. */
export function clientIdFromCookie(cookie: string): string | null {
  const id = /^GA\d\.\d\.(\d+\.\d+)$/.exec(cookie)?.[1] ?? '';
  return isClientId(id) ? id : null;
}

/** A new one. `random`: 31 bits. */
export function newClientId(random: number, now: Date): string {
  return `${(random % 0x7fff_ffff) + 1}.${Math.floor(now.getTime() / 1000)}`;
}
