/** A challenge as the server gives it (altcha, PBKDF2): which counter makes a key that begins as asked is to be found. */
export interface CaptchaChallenge {
  readonly parameters: CaptchaParameters;
}

export interface CaptchaParameters {
  /** Hexadecimal. */
  readonly nonce: string;
  readonly salt: string;
  readonly keyPrefix: string;
  /** Rounds of one step. */
  readonly cost: number;
  /** Bytes. */
  readonly keyLength: number;
}

export interface CaptchaSolution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Far more steps than any challenge of ours needs. */
const mostSteps = 100_000;

/** Tries one counter after another; each step is the browser's own cryptography, so that the page stays alive meanwhile. */
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
