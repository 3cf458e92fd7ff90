import { expect, test } from 'vitest';
import { signingKey, isKeyText, isSignedBy, publicSigningKey } from './signing-key.server.ts';

/** RFC 8032, section 7.1, test 2; RFC 8037, appendix A.3, for the thumbprint. */
const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex').toString(
  'base64url',
);
const x = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex').toString('base64url');
const signature = Buffer.from(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  'hex',
).toString('base64url');

test('signs as the norm says, and knows its own signature again', () => {
  const key = signingKey(seed, [x]);
  expect(key.publicKey.x).toBe(x);
  expect(key.sign('r')).toBe(signature);
  expect(isSignedBy({ x }, 'r', signature)).toBe(true);
  expect(key.publicKeys.map((one) => one.x)).toEqual([x, x]);
  expect(publicSigningKey('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo').kid).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  );
});

test('a signature is refused for another text, key or spelling', () => {
  expect(isSignedBy({ x }, 's', signature)).toBe(false);
  expect(isSignedBy({ x: seed }, 'r', signature)).toBe(false);
  expect(isSignedBy({ x }, 'r', `${signature.slice(0, -1)}B`)).toBe(false);
  expect(isSignedBy({ x: 'short' }, 'r', signature)).toBe(false);
  expect(() => signingKey('short')).toThrow(TypeError);
  expect([isKeyText(x), isKeyText(`${x}=`), isKeyText('')]).toEqual([true, false, false]);
});
