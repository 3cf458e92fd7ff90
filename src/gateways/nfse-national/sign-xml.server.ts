import { createHash, sign, X509Certificate } from 'node:crypto';

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** The company's certificate and its key, PEM. */
export interface SigningCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Puts an enveloped XML signature (RSA, SHA-256) over the one element with an `Id` into a document of the national layout.
 * `document`: `<Root xmlns="…" …><info Id="…">…</info></Root>` as canonical XML without comments, which is how we write it:
 * so the signed element's canonical form is its own text with the namespace that it inherits.
 */
export function signXml(document: string, { cert, key }: SigningCertificate): string {
  const [, root = '', namespace = '', rest = ''] = /^<(\w+) xmlns="([^"]+)"[^>]*>(.*)$/s.exec(document) ?? [];
  const end = `</${root}>`;
  const [, name = '', id = ''] = /^<(\w+) Id="([^"]+)">/.exec(rest) ?? [];
  if (root === '' || id === '' || !rest.endsWith(end)) throw new TypeError('This is no document of the layout');
  const inner = rest.slice(0, -end.length);
  const signed = inner.replace(`<${name} Id=`, `<${name} xmlns="${namespace}" Id=`);
  const digest = createHash('sha256').update(signed).digest('base64');
  const info =
    `<CanonicalizationMethod Algorithm="${canonical}"></CanonicalizationMethod>` +
    '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    `<Reference URI="#${id}"><Transforms>` +
    `<Transform Algorithm="${signatureNamespace}enveloped-signature"></Transform>` +
    `<Transform Algorithm="${canonical}"></Transform></Transforms>` +
    '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>' +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const value = sign('sha256', Buffer.from(signedInfo(info, ` xmlns="${signatureNamespace}"`)), key).toString('base64');
  const x509 = new X509Certificate(cert).raw.toString('base64');
  const signature =
    `<Signature xmlns="${signatureNamespace}">${signedInfo(info, '')}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${x509}</X509Certificate></X509Data></KeyInfo></Signature>`;
  return document.slice(0, -end.length) + signature + end;
}

function signedInfo(info: string, attributes: string): string {
  return `<SignedInfo${attributes}>${info}</SignedInfo>`;
}
