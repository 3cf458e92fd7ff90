import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sandboxEnv } from '#tests/support/real-domain.server.ts';
import type { Market } from './factors.ts';

/** What the card fields hand over for a card that every bank approves. */
export type SealedCard = Readonly<Record<'token' | 'sealedFor' | 'brand' | 'last4' | 'expiry', string>>;

const card = { number: '4111111111111111', holder: 'ANA DE SOUZA', securityCode: '123' } as const;
const shown = { brand: 'visa', last4: '1111' } as const;

/** Seals a card as the page for secret fields does it in a browser, for the company that a market's cards go to. */
export async function sealCard(sandbox: string, market: Market, now: Date): Promise<SealedCard> {
  const year = now.getUTCFullYear() + 2;
  const expiry = `12/${String(year).slice(2)}`;
  if (market === 'PE') return { ...shown, expiry, sealedFor: 'culqi', token: await tokenOfCulqi(sandbox, year) };
  return { ...shown, expiry, sealedFor: 'test-acquirer', token: await encrypted(sandbox, year, now) };
}

async function encrypted(sandbox: string, expiryYear: number, now: Date): Promise<string> {
  const answer = await fetch(`${sandbox}/acquirer/.well-known/jwks.json`);
  const { keys } = z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).parse(await answer.json());
  const key = (keys[0] ?? {}) as JWK;
  const secret = { ...card, expiryMonth: 12, expiryYear, iat: Math.floor(now.getTime() / 1000), jti: randomUUID() };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid ?? '', cty: 'json' })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}

async function tokenOfCulqi(sandbox: string, year: number): Promise<string> {
  const answer = await fetch(`${sandbox}/culqi/v2/tokens`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sandboxEnv(sandbox).culqi?.publicKey ?? ''}`,
    },
    body: JSON.stringify({
      ...{ card_number: card.number, cvv: card.securityCode, email: 'compat@exemplo.pe' },
      ...{ expiration_month: '12', expiration_year: String(year) },
    }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}
