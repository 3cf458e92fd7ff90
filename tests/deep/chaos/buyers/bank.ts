import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK, type JWK } from 'jose';

/** What buyers do outside the shop: seal a card as its page does it, and pay codes and slips at their banks. */
export interface Bank {
  cardFields(number: string): Promise<Record<string, string>>;
  payCode(code: string, times?: number): Promise<boolean>;
  paySlip(line: string): Promise<boolean>;
  /** Pays a code, and agrees that the next terms are collected. */
  payAndAgree(code: string): Promise<boolean>;
}

export function openBank(sandboxOrigin: string): Bank {
  let key: Promise<JWK> | null = null;

  async function post(path: string, body: object): Promise<boolean> {
    const answer = await fetch(`${sandboxOrigin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    return answer?.ok === true;
  }

  async function readKey(): Promise<JWK> {
    const { keys } = (await (await fetch(`${sandboxOrigin}/acquirer/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    const [first] = keys;
    if (!first?.kid) throw new Error('The acquirer has no key');
    return first;
  }

  return {
    async cardFields(number) {
      const jwk = await (key ??= readKey());
      const { now } = (await (await fetch(`${sandboxOrigin}/sandbox/clock.json`)).json()) as { now: string };
      const at = new Date(now);
      const year = at.getUTCFullYear() + 3;
      const secret = {
        ...{ number, holder: 'ANA DE SOUZA', securityCode: '739', expiryMonth: 12, expiryYear: year },
        ...{ iat: Math.floor(at.getTime() / 1000), jti: randomUUID() },
      };
      const token = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
        .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid ?? '', cty: 'json' })
        .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
      return {
        token,
        sealedFor: 'test-acquirer',
        brand: 'visa',
        last4: number.slice(-4),
        expiry: `12/${String(year).slice(2)}`,
      };
    },
    payCode: (code, times = 1) => post('/sandbox/pix/pay', times > 1 ? { code, times, force: true } : { code }),
    paySlip: (line) => post('/sandbox/slip/pay', { line }),
    payAndAgree: (code) => post('/sandbox/pix/pay', { code, approve: true }),
  };
}
