import { lineAt, withoutComments } from '#tools/verify/source-text.ts';

/** What a product that takes money does not write, each with the requirement of ASVS that it would break. */
const forbidden: Readonly<Record<string, RegExp>> = {
  // V11.4.1: a hash is named on the spot, so that nobody has to follow where its name comes from.
  'weak hash':
    /\bcreate(?:Hash|Hmac|Sign|Verify)\((?!\s*'(?:RSA-)?sha(?:256|384|512)')|['"`](?:md[245]|sha-?1|ripemd(?:-?160)?|rc4|des(?:-[a-z0-9-]+)?)['"`]/gi,
  // V11.3.1 and V11.3.2
  'weak cipher': /['"`](?:aes-?(?:128|192|256)?-?(?:cbc|ecb|ctr|cfb\d*|ofb)|des-ede3?(?:-[a-z]+)?|chacha20)['"`]/gi,
  // V12.3.2
  'certificate unseen':
    /\brejectUnauthorized['"]?\s*:(?!\s*true\b)|NODE_TLS_REJECT_UNAUTHORIZED|\bcheckServerIdentity\b|sslmode=(?:no-verify|disable|allow|prefer)/g,
  // V1.3.2; the lint refuses `eval` itself.
  'text that runs': /\bnew\s+Function\s*\(|\bfrom\s+['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/g,
  // V1.2.5: programs are started by name with a list of arguments, never by a line that a shell reads.
  'shell line':
    /\bshell\s*:(?!\s*false\b)|\bexec(?:Sync)?\s*\(\s*['"`]|\b(?:import|require)[^;]*\bexec(?:Sync)?\b[^;]*child_process/g,
};

/** What only some files may do. */
const watched: Readonly<Record<string, RegExp>> = {
  'pattern made': /\bRegExp\s*\(/g,
  'old padding': /RSA_PKCS1_PADDING|['"`]RSA1_5['"`]|RSAES-PKCS1/g,
  'program started': /['"](?:node:)?child_process['"]/g,
};

interface Found {
  readonly what: string;
  readonly file: string;
  readonly line: number;
}

function search(rules: Readonly<Record<string, RegExp>>, file: string, source: string): Found[] {
  const text = withoutComments(source);
  return Object.entries(rules).flatMap(([what, shape]) =>
    [...text.matchAll(shape)].map((hit) => ({ what, file, line: lineAt(text, hit.index) })),
  );
}

/** Lines of a source that nobody may write. */
export function forbiddenIn(file: string, source: string): Found[] {
  return search(forbidden, file, source);
}

/** Lines of a source that have to be known. */
export function watchedIn(file: string, source: string): Found[] {
  return search(watched, file, source);
}

const cryptic =
  /crypt|cipher|hash|jose|jwt|jsonweb|jws|altcha|argon|sodium|nacl|elliptic|forge|(?:^|[/-])(?:md5|sha\d*|rsa|aes|x509|webhooks)/i;

/** Packages with cryptography that a source imports. */
export function cryptographyOf(source: string): string[] {
  const imports = [...source.matchAll(/\b(?:from\s+|import\(\s*)['"]([^'".#][^'"]*)['"]/g)].map(
    ([, name = '']) => name,
  );
  return imports.filter((name) => cryptic.test(name));
}
