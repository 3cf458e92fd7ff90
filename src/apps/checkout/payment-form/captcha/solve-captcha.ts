/** A challenge of the server (altcha, PBKDF2): the solution is the counter whose key begins with the requested prefix. */
export interface CaptchaChallenge {
  readonly parameters: CaptchaParameters;
}

export interface CaptchaParameters {
  /** Hexadecimal. */
  readonly nonce: string;
  readonly salt: string;
  readonly keyPrefix: string;
  /** Rounds per step. */
  readonly cost: number;
  /** Bytes. */
  readonly keyLength: number;
}

export interface CaptchaSolution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Far more steps than any of our challenges needs. */
const mostSteps = 100_000;

/** Tries one counter after another with the browser's Web Crypto, so that the page stays responsive. */
export async function solveCaptcha({
  nonce,
  salt,
  keyPrefix,
  cost,
  keyLength,
}: CaptchaParameters): Promise<CaptchaSolution> {
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  const view = new DataView(password.buffer);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; counter < mostSteps; counter += 1) {
    view.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(derivation, key, keyLength * 8)));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
  throw new Error('This work has no end');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
