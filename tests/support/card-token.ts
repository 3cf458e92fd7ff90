import { CompactEncrypt, importJWK, type JWK } from 'jose';

/** A one-use token of a test card that is approved, or of another number, as the card fields would make it. */
export async function cardToken(sandboxOrigin: string, number = '4111111111111111'): Promise<string> {
  const answer = await fetch(`${sandboxOrigin}/acquirer/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: JWK[] };
  const [key] = keys;
  if (!key?.kid) throw new Error('The acquirer has no key');
  const card = { number, holder: 'MARIA DA SILVA', expiryMonth: 12, expiryYear: 2030, securityCode: '123' };
  const payload = { ...card, iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}
