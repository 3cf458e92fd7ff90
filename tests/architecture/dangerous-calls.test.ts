import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '#tools/verify/list-files.ts';
import { cryptographyOf, forbiddenIn, watchedIn } from './dangerous-calls.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = listFiles(root, ['src', 'sandbox']).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const sources = files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);

/** Where patterns are made, and of what; none is made of what somebody sent. */
const makesPatterns = new Map([
  ['src/kernel/http/server/page-by-path.ts', 'the paths of our own pages'],
  ['src/kernel/validation/card/find-card-number.ts', 'a constant of the file'],
  ['src/branding/files/suggestions-schema.server.ts', 'the names of the rails'],
  ['src/branding/files/image-size.ts', 'two words of the file, at the build'],
  ['src/domain/customers/phones/check-phone-code.server.ts', 'the length of a code'],
  ['src/domain/sales/search/read-amount.ts', 'constants of the file'],
  ['src/domain/staff/permissions/scope.ts', 'constants of the file'],
  ['src/apps/api/docs/schema-example.ts', 'patterns of our own schemas, once at the start'],
]);

/** Where programs are started: the database's own, and two of the system with arguments of ours, as lists. */
const startsPrograms = [
  'src/platform/embedded-postgres/postgres-binaries.server.ts',
  'src/platform/embedded-postgres/postgres-process.server.ts',
  'src/platform/embedded-postgres/server-user.server.ts',
];

/** The padding that the operator of M-Pesa asks for around its API key, and its stand-in, which opens it. */
const padsAsOfOld = [
  'sandbox/companies/m-pesa-vodacom/m-pesa.routes.server.ts',
  'src/gateways/m-pesa-vodacom/open-api.client.server.ts',
];

const filesWith = (what: string): string[] => [
  ...new Set(
    sources.flatMap(([file, source]) => watchedIn(file, source).flatMap((one) => (one.what === what ? [file] : []))),
  ),
];

describe('in the product', () => {
  test('no source has a weak hash or cipher, a certificate that nobody looks at, text that runs or a line for a shell', () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(sources.flatMap(([file, source]) => forbiddenIn(file, source))).toEqual([]);
  });

  test('a pattern is made where it is known of what', () => {
    expect(filesWith('pattern made').toSorted()).toEqual([...makesPatterns.keys()].toSorted());
  });

  test('a program is started where the database is, and nowhere else', () => {
    expect(filesWith('program started').toSorted()).toEqual(startsPrograms);
  });

  test('an old padding stands where an operator asks for it, and nowhere else', () => {
    expect(filesWith('old padding').toSorted()).toEqual(padsAsOfOld);
  });

  test('cryptography is the runtime’s and that of two packages', () => {
    const used = new Set(sources.flatMap(([, source]) => cryptographyOf(source)));
    expect([...used].toSorted()).toEqual(['altcha-lib', 'altcha-lib/algorithms/pbkdf2', 'jose', 'node:crypto']);
  });
});

describe('a line that is planted is found:', () => {
  test.each([
    ['weak hash', "const secret = createHash('md5').update(token).digest('hex');"],
    ['weak hash', "createHmac('sha1', key)"],
    ['weak hash', 'createHash(algorithm)'],
    ['weak hash', "await crypto.subtle.digest('SHA-1', bytes);"],
    ['weak cipher', "createCipheriv('aes-256-cbc', key, iv)"],
    ['weak cipher', "crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, text)"],
    ['certificate unseen', 'new https.Agent({ rejectUnauthorized: false })'],
    ['certificate unseen', 'const tls = { rejectUnauthorized: isProduction };'],
    ['certificate unseen', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';"],
    ['certificate unseen', 'const tls = { checkServerIdentity: () => undefined };'],
    ['text that runs', 'new Function(text)();'],
    ['text that runs', "setTimeout('pay()', 10);"],
    ['text that runs', "import { runInNewContext } from 'node:vm';"],
    ['shell line', 'spawn(program, [name], { shell: true });'],
    ['shell line', "import { execSync } from 'node:child_process';"],
    ['shell line', 'execSync(`convert ${name}`);'],
  ])('%s: %s', (what, line) => {
    expect(forbiddenIn('planted.ts', `// first\n${line}\n`)).toContainEqual({ what, file: 'planted.ts', line: 2 });
  });

  test.each([
    ['pattern made', 'const found = new RegExp(form.name).test(text);'],
    ['pattern made', 'const found = RegExp(`^${name}`);'],
    ['old padding', 'publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, text);'],
    ['program started', "import { spawn } from 'node:child_process';"],
  ])('%s: %s', (what, line) => {
    expect(watchedIn('planted.ts', line)).toEqual([{ what, file: 'planted.ts', line: 1 }]);
  });

  test.each(['crypto-js', 'node-forge', 'bcryptjs', 'tweetnacl', 'js-sha1', 'md5', 'jsonwebtoken'])(
    'cryptography of %s',
    (name) => expect(cryptographyOf(`import one from '${name}';`)).toEqual([name]),
  );

  test.each([
    "createHash('sha256').update(text)",
    "createHmac('sha512', key)",
    'const tls = { rejectUnauthorized: true };',
    '// never rejectUnauthorized: false',
    'const [, name] = /^a$/.exec(text) ?? [];',
  ])('and nothing is found in %s', (line) => {
    expect([...forbiddenIn('good.ts', line), ...watchedIn('good.ts', line)]).toEqual([]);
  });
});
