import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { oneUseId, encryptCard } from './encrypt-card.ts';
import type { CardEncryptionKey, SecretCard } from './encrypt-card.ts';

const card: SecretCard = {
  number: '4111111111111111',
  holder: 'Antônia Çelik',
  expiryMonth: 3,
  expiryYear: 2031,
  securityCode: '987',
  iat: 1_795_000_000,
  jti: oneUseId(),
};

async function pair() {
  const keys = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const { n, e } = await exportJWK(keys.publicKey);
  const key: CardEncryptionKey = { kid: 'k-1', kty: 'RSA', n: n ?? '', e: e ?? '' };
  return { key, privateKey: keys.privateKey };
}

describe('sealCard', () => {
  test('a JOSE library opens it and finds the card word for word', async () => {
    const { key, privateKey } = await pair();
    const opened = await compactDecrypt(await encryptCard(card, key), privateKey);
    expect(opened.protectedHeader).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k-1', cty: 'json' });
    expect(JSON.parse(new TextDecoder().decode(opened.plaintext))).toEqual(card);
  });

  test('no two tokens are alike, and no digit of the card shows in one', async () => {
    const { key } = await pair();
    const tokens = await Promise.all([encryptCard(card, key), encryptCard(card, key)]);
    const parts = tokens.map((token) => token.split('.'));
    expect(parts.map((part) => part.length)).toEqual([5, 5]);
    for (const place of [1, 2, 3, 4]) expect(parts[0]?.[place]).not.toBe(parts[1]?.[place]);
    expect(tokens.some((token) => token.includes(btoa(card.number).slice(0, 12)) || token.includes(card.number))).toBe(
      false,
    );
  });

  test('the tag covers header and content', async () => {
    const { key, privateKey } = await pair();
    const parts = (await encryptCard(card, key)).split('.');
    for (const place of [0, 2, 3, 4]) {
      const broken = parts
        .with(place, `${parts[place]?.startsWith('A') ? 'B' : 'A'}${parts[place]?.slice(1)}`)
        .join('.');
      await expect(compactDecrypt(broken, privateKey)).rejects.toThrow();
    }
  });

  test('another key opens nothing', async () => {
    const { key } = await pair();
    const stranger = await pair();
    await expect(compactDecrypt(await encryptCard(card, key), stranger.privateKey)).rejects.toThrow();
  });
});
