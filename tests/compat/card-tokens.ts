import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import type { Market } from './factors.ts';

/** What the card fields hand over for a card that every bank approves. */
export type SealedCard = Readonly<Record<'token' | 'sealedFor' | 'brand' | 'last4' | 'expiry', string>>;

const usual = '4111111111111111';
const card = { holder: 'ANA DE SOUZA', securityCode: '123' } as const;

/** The n-th card of its own: of a bank that approves, which it does by the last digit. */
export function numberOfCard(n: number): string {
  for (let tail = n * 10; ; tail += 1) {
    const digits = `411111${String(tail).padStart(9, '0')}`;
    const sum = [...digits].reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    const check = (10 - (sum % 10)) % 10;
    if ([0, 1, 4].includes(check)) return `${digits}${check}`;
  }
}

/** Who gets a card from the browser. */
export type CardCompany = 'test-acquirer' | 'culqi' | 'pagarme';

/** Seals a card as the page for secret fields does it in a browser, for the company that a market's cards go to. */
export async function encryptCard(
  sandbox: string,
  market: Market,
  now: Date,
  number: string = usual,
  company: CardCompany = market === 'PE' ? 'culqi' : 'test-acquirer',
): Promise<SealedCard> {
  const year = now.getUTCFullYear() + 2;
  const expiry = `12/${String(year).slice(2)}`;
  const shown = { brand: 'visa', last4: number.slice(-4) };
  return { ...shown, expiry, sealedFor: company, token: await tokenOf[company](sandbox, year, number, now) };
}

type MakeToken = (sandbox: string, year: number, number: string, now: Date) => Promise<string>;
const tokenOf: Readonly<Record<CardCompany, MakeToken>> = {
  'test-acquirer': (sandbox, year, number, now) => encrypted(sandbox, year, now, number),
  culqi: tokenOfCulqi,
  pagarme: tokenOfPagarme,
};

async function encrypted(sandbox: string, expiryYear: number, now: Date, number: string): Promise<string> {
  const answer = await fetch(`${sandbox}/acquirer/.well-known/jwks.json`);
  const { keys } = z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).parse(await answer.json());
  const key = (keys[0] ?? {}) as JWK;
  const secret = {
    ...card,
    number,
    expiryMonth: 12,
    expiryYear,
    iat: Math.floor(now.getTime() / 1000),
    jti: randomUUID(),
  };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid ?? '', cty: 'json' })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}

async function tokenOfCulqi(sandbox: string, year: number, number: string): Promise<string> {
  const answer = await fetch(`${sandbox}/culqi/v2/tokens`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sandboxEnv(sandbox).companies.culqi?.publicKey ?? ''}`,
    },
    body: JSON.stringify({
      ...{ card_number: number, cvv: card.securityCode, email: 'compat@exemplo.pe' },
      ...{ expiration_month: '12', expiration_year: String(year) },
    }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

async function tokenOfPagarme(sandbox: string, year: number, number: string): Promise<string> {
  const { url = '', publicKey = '' } = sandboxEnv(sandbox).companies.pagarme ?? {};
  const answer = await fetch(`${url}/tokens?${new URLSearchParams({ appId: publicKey })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'card',
      card: { number, holder_name: card.holder, exp_month: '12', exp_year: String(year), cvv: card.securityCode },
    }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}
