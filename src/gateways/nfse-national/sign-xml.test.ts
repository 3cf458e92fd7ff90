import { createHash, createPublicKey, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { signXml } from './sign-xml.server.ts';

/** DER: a tag, a length, and what is in it. */
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** A minimal self-signed certificate. */
function certificateOf(): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = der(0x30, der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]), [0x05, 0x00]);
  const name = der(0x30, der(0x31, der(0x30, der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from('escola')))));
  const times = der(0x30, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('270101000000Z')));
  const body = der(
    0x30,
    der(0x02, [1]),
    algorithm,
    name,
    times,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const whole = der(0x30, body, algorithm, der(0x03, [0], sign('sha256', body, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

const document =
  '<DPS xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infDPS Id="DPS1"><tpAmb>2</tpAmb></infDPS></DPS>';

test('a signature is inside the document, over the element that it names, by the certificate’s key', () => {
  const certificate = certificateOf();
  const signed = signXml(document, certificate);
  expect(signed).toMatch(
    /^<DPS .*<\/infDPS><Signature xmlns="http:\/\/www.w3.org\/2000\/09\/xmldsig#">.*<\/Signature><\/DPS>$/,
  );
  const part = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(signed)?.[1] ?? '';
  // As a verifier does: the element with the namespace of its parent.
  const element = '<infDPS xmlns="http://www.sped.fazenda.gov.br/nfse" Id="DPS1"><tpAmb>2</tpAmb></infDPS>';
  expect(part('DigestValue')).toBe(createHash('sha256').update(element).digest('base64'));
  const info = /<SignedInfo>.*<\/SignedInfo>/.exec(signed)?.[0] ?? '';
  const canonical = info.replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">');
  const key = createPublicKey(
    new X509Certificate(Buffer.from(part('X509Certificate'), 'base64')).publicKey.export({
      type: 'spki',
      format: 'pem',
    }),
  );
  expect(verify('sha256', Buffer.from(canonical), key, Buffer.from(part('SignatureValue'), 'base64'))).toBe(true);
  expect(info).toContain('<Reference URI="#DPS1">');
});

test('a document outside the layout is not signed', () => {
  expect(() => signXml('<DPS><infDPS Id="1"></infDPS></DPS>', certificateOf())).toThrow(TypeError);
});
