import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { numberOfCard } from '#tests/compat/card-tokens.ts';

/** The acquirer's public key, asked for once: buyers who come by the thousand must not ask for it each. */
export interface AcquirerKey {
  readonly kid: string;
  readonly key: Awaited<ReturnType<typeof importJWK>>;
}

export async function acquirerKey(bank: string): Promise<AcquirerKey> {
  const answer = await fetch(`${bank}/acquirer/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: JWK[] };
  const [key] = keys;
  if (key?.kid === undefined) throw new Error('The acquirer has no key');
  return { kid: key.kid, key: await importJWK(key, 'RSA-OAEP-256') };
}

/** The n-th buyer's own card, as the page for secret fields seals it. */
export async function sealedCard({ kid, key }: AcquirerKey, number: number): Promise<Readonly<Record<string, string>>> {
  const digits = numberOfCard(1_000 + number);
  const year = new Date().getFullYear() + 2;
  const secret = {
    ...{ number: digits, holder: 'MARIA DA SILVA', expiryMonth: 12, expiryYear: year, securityCode: '123' },
    ...{ iat: Math.floor(Date.now() / 1000), jti: randomUUID() },
  };
  const token = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(key);
  const shown = { brand: 'visa', last4: digits.slice(-4), expiry: `12/${String(year).slice(2)}` };
  return { token, sealedFor: 'test-acquirer', ...shown };
}
