import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  calculateJwkThumbprint,
  compactDecrypt,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { JournalStore } from '../../runtime/journal-store.server.ts';
import type { CardData } from './test-cards.ts';

export type TokenFailure = 'token-expired' | 'token-replayed' | 'token-key-unknown' | 'token-refused';

/** A token that was used once; it is never valid again. */
export interface UsedToken {
  readonly jti: string;
  readonly iat: number;
}

export interface OpenedToken {
  readonly card: CardData & { readonly holder: string };
  /** Uses the token up; false when a concurrent charge used it first. */
  consume(): boolean;
}

export interface TokenVault {
  readonly publicKeys: { readonly keys: readonly JWK[] };
  /** Key of the fingerprints of numbers: it lasts as long as the vault. */
  readonly fingerprintKey: string;
  /** Decrypts a compact JWE (RFC 7516) made by the card fields. */
  open(token: string): Promise<Result<OpenedToken, TokenFailure>>;
  /** The same for the code of a kept card, without a number; it is used up. */
  openCode(token: string): Promise<Result<string, TokenFailure>>;
}

const longestLifeSeconds = 300;
const clockSkewSeconds = 60;

const oneUse = { iat: z.int(), jti: z.string().min(16).max(100) };
const code = { securityCode: z.string().regex(/^\d{3,4}$/) };
const codeSchema = z.strictObject({ ...code, ...oneUse });
const payloadSchema = z.strictObject({
  number: z.string().regex(/^\d{13,19}$/),
  holder: z.string().min(1).max(100),
  expiryMonth: z.coerce.number().int().min(1).max(12),
  expiryYear: z.coerce.number().int().min(0).max(2200),
  ...code,
  ...oneUse,
});

/**
 * Opens the vault on its key file, which is made at the first start and never leaves `dataDir`. A token is fresh when
 * it is so by any of `clocks`: a page may stamp it by real time or by the sandbox's moved clock.
 */
export async function openTokenVault(
  dataDir: string,
  used: JournalStore<UsedToken>,
  clocks: readonly Clock[],
): Promise<TokenVault> {
  const secret = await keyOf(path.join(dataDir, 'acquirer-key.json'));
  const key = await importJWK(secret, 'RSA-OAEP-256');
  const { kty = '', n = '', e = '', kid = '' } = secret;

  async function decrypt(token: string): Promise<Result<string, TokenFailure>> {
    try {
      if (decodeProtectedHeader(token).kid !== kid) return err('token-key-unknown');
      const { plaintext } = await compactDecrypt(token, key, {
        keyManagementAlgorithms: ['RSA-OAEP-256'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return ok(new TextDecoder().decode(plaintext));
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return err('token-refused');
      throw error;
    }
  }

  /** Contents of a token that was not used before. */
  async function readFresh<T extends UsedToken>(token: string, schema: z.ZodType<T>): Promise<Result<T, TokenFailure>> {
    const text = await decrypt(token);
    if (!text.ok) return text;
    const payload = schema.safeParse(parseJson(text.value));
    if (!payload.success) return err('token-refused');
    const { iat, jti } = payload.data;
    if (!clocks.some((clock) => isFresh(iat, clock.now()))) return err('token-expired');
    return used.get(jti) === undefined ? ok(payload.data) : err('token-replayed');
  }

  return {
    publicKeys: { keys: [{ kty, n, e, kid, use: 'enc', alg: 'RSA-OAEP-256' }] },
    fingerprintKey: `fingerprint:${secret.d ?? ''}`,
    async openCode(token) {
      const read = await readFresh(token, codeSchema);
      if (!read.ok) return read;
      const { securityCode, jti, iat } = read.value;
      used.put({ jti, iat });
      return ok(securityCode);
    },
    async open(token) {
      const read = await readFresh(token, payloadSchema);
      if (!read.ok) return read;
      const { iat, jti, ...card } = read.value;
      return ok({
        card: { ...card, expiryYear: card.expiryYear < 100 ? 2000 + card.expiryYear : card.expiryYear },
        consume() {
          if (used.get(jti) !== undefined) return false;
          used.put({ jti, iat });
          return true;
        },
      });
    },
  };
}

function isFresh(iat: number, now: Date): boolean {
  const age = now.getTime() / 1000 - iat;
  return age <= longestLifeSeconds && age >= -clockSkewSeconds;
}

async function keyOf(file: string): Promise<JWK> {
  if (existsSync(file)) {
    const stored: JWK = JSON.parse(readFileSync(file, 'utf8'));
    return stored;
  }
  const { privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const made = { ...jwk, kid: await calculateJwkThumbprint(jwk) };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
