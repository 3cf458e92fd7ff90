import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import { oneUseId, encryptCard } from '#src/apps/card-fields/browser/encrypt-card.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { checkHeader, tokenAlgorithms } from '#src/rails/card/jwe-policy.ts';
import type { TokenProblem } from '#src/rails/card/jwe-policy.ts';
import { decryptCompact, openToken } from '#src/rails/card/jwe-open.server.ts';
import { asObject, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

/** What the page is told, in the file's words. */
const words: Readonly<Record<TokenProblem, string>> = {
  'token-refused': 'refuse',
  'token-expired': 'refuse',
  'token-key-unknown': 'refuse with a code that makes the page fetch the key again',
};

const currentKid = 'current';
/** Published examples of RFC 7520 use these; the product's own policy is narrower. */
const published = { keyManagement: ['RSA-OAEP', 'RSA-OAEP-256', 'dir'], contentEncryption: ['A256GCM', 'A128GCM'] };

export const jwe: Adapter = {
  operations: {
    jwe_decrypt: async (input) => {
      const { key, compact, alg } = asObject(input);
      const opened = await decryptCompact(asText(compact), jwkOf(asObject(key), alg), published);
      return opened.ok ? { plaintext: opened.value } : 'refuse';
    },
    jwe_policy: async (input) => {
      const { header, change } = asObject(input);
      if (header !== undefined) return said(checkHeader(header, [currentKid]));
      return said(await openChanged(asText(change)));
    },
  },
};

function said(result: Result<unknown, TokenProblem>): string {
  return result.ok ? 'accept' : words[result.error];
}

function jwkOf(key: JsonObject, alg: unknown): JWK {
  return {
    ...Object.fromEntries(Object.entries(key).filter(([, value]) => typeof value === 'string')),
    ...(typeof alg === 'string' ? { alg } : {}),
  };
}

/** Seals a card as the page does, makes the change that the file names, and opens it as the gateway does. */
async function openChanged(change: string): Promise<Result<unknown, TokenProblem>> {
  const { publicKey, privateKey } = await generateKeyPair(tokenAlgorithms.alg, {
    extractable: true,
    modulusLength: 2048,
  });
  const { n = '', e = '' } = await exportJWK(publicKey);
  const now = new Date('2026-11-20T12:00:00Z');
  const card = {
    number: '4111111111111111',
    holder: 'ANA LIMA',
    expiryMonth: 11,
    expiryYear: 2028,
    securityCode: '123',
  };
  const sealed = await encryptCard(
    { ...card, iat: now.getTime() / 1000, jti: oneUseId() },
    { kid: currentKid, kty: 'RSA', n, e },
  );
  const keys = [{ ...(await exportJWK(privateKey)), kid: currentKid, alg: tokenAlgorithms.alg }];
  const untouched = await openToken(sealed, keys, now);
  if (!untouched.ok) throw new Error(`the unchanged token is not opened: ${untouched.error}`);
  return openToken(changed(sealed, change), keys, now);
}

function changed(sealed: string, change: string): string {
  const match = /^(first|last) char of the (\d)(?:st|nd|rd|th) part$/.exec(change);
  const parts = sealed.split('.');
  const index = Number(match?.[2]) - 1;
  const part = parts[index];
  if (match === null || part === undefined) throw new Error(`no change "${change}"`);
  const at = match[1] === 'first' ? 0 : part.length - 1;
  const other = part.charAt(at) === 'A' ? 'B' : 'A';
  parts[index] = `${part.slice(0, at)}${other}${part.slice(at + 1)}`;
  return parts.join('.');
}
