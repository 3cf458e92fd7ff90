import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPdf } from '#src/kernel/pdf/tagged-pdf.server.ts';
import { countries } from '#src/kernel/locale/locale.ts';
import { cpfRule } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { nuitRule } from '#src/kernel/validation/tax-ids/nuit.rule.ts';
import { dniRule } from '#src/kernel/validation/tax-ids/peru-documents.rule.ts';
import { checkPhone } from '#src/kernel/validation/phone.server.ts';
import { isAllowed } from './allowed-locations.ts';
import { CanaryIndex } from './find-canaries.ts';
import { byReceiver } from './scan-sources.ts';
import { erasedPath, Canaries } from './canary-values.ts';
import { decodeNested } from './decode-nested.ts';

const canaries = new Canaries();
const card = canaries.card('a card', '1');
const cpf = canaries.document('a document');
const phone = canaries.phone('a phone');
const email = canaries.email('an address');
// Set as joined letters, "ff" and "fi" are one glyph each; a drawn address has them once in eight.
const joined = 'canary-0ff1ffi2fl3@exemplo.com.br';
canaries.add('e-mail', 'an address of joined letters', joined, 'BR');
const nuit = canaries.document('a NUIT', 'MZ');
const dni = canaries.document('a DNI', 'PE');
const mobile = canaries.phone('a phone of Mozambique', 'MZ');
const movil = canaries.phone('a phone of Peru', 'PE');
canaries.add('phone-code', 'a code', '739105');
const index = new CanaryIndex(canaries.all);

/** Which secrets are found in some bytes, or in what these are wrapped around. */
function foundIn(bytes: Buffer | string): string[] {
  const scanSource = { place: 'somewhere', bytes: Buffer.from(bytes) };
  return [
    ...new Set([scanSource, ...decodeNested(scanSource)].flatMap((one) => index.find(one)).map(({ path }) => path)),
  ];
}

const groups = (sign: string): string => card.replaceAll(/\d{4}(?=\d)/g, `$&${sign}`);

test.each([
  ['a card', `x${card}y`],
  ...[' ', '-', '.', '\u00a0', '\u2011', '\u2013'].map((sign) => ['a card', `said ${groups(sign)} on it`] as const),
  ['a card', Buffer.from(card).toString('hex')],
  ['a card', Buffer.from(card, 'utf16le')],
  // At each of the three places that base64 may begin at.
  ...['', 'a', 'ab'].map((before) => ['a card', Buffer.from(`${before}${card}!`).toString('base64')] as const),
  ...['', 'a', 'ab'].map((before) => ['an address', Buffer.from(`${before}${email}!`).toString('base64url')] as const),
  ['an address', encodeURIComponent(email)],
  ['an address', encodeURIComponent(encodeURIComponent(email))],
  ['an address', email.replace('@', '\\u0040').replaceAll('.', '\\u002e').replace('-', '\\u002d')],
  ['a document', `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`],
  ['a phone', `+55 (${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`],
  ['a NUIT', `NUIT ${nuit.slice(0, 3)} ${nuit.slice(3, 6)} ${nuit.slice(6)}.`],
  ['a NUIT', `document=${nuit}&`],
  ['a DNI', `{"document":${dni}}`],
  // With its check figure, as it is printed.
  ['a DNI', `DNI ${dni}-4.`],
  ['a DNI', `${dni.slice(0, 2)}.${dni.slice(2, 5)}.${dni.slice(5)}`],
  ...['', 'a', 'ab'].map((before) => ['a DNI', Buffer.from(`${before}${dni}!`).toString('base64')] as const),
  ['a DNI', Buffer.from(dni, 'utf16le')],
  ['a phone of Mozambique', `+258${mobile}`],
  ['a phone of Mozambique', `1258${mobile}0`],
  ['a phone of Mozambique', `258 ${mobile.slice(0, 2)} ${mobile.slice(2, 5)} ${mobile.slice(5)}`],
  ['a phone of Peru', `"phone":"${movil}"`],
  ['a phone of Peru', `tel:51${movil}`],
  ['a code', '"text":"Oi\\n739105\\nAté já"'],
  ['a code', '{"code":739105}'],
  ['a code', 'O seu código é 739105.'],
] as const)('%s is found in %j', (what, text) => expect(foundIn(Buffer.from(text))).toEqual([what]));

test.each(['1739105', '2026-11-21T10:00:00.739105Z', 'ord_x-739105', '99739105.5'])(
  '%s is no code of six figures',
  (text) => expect(foundIn(text)).toEqual([]),
);

test.each(['0', '1.', '3.0', '99999999'])('few figures behind %j are a part of a longer number', (before) => {
  for (const few of [nuit, dni, mobile, movil]) expect(foundIn(`took ${before}${few} ms`)).toEqual([]);
  expect(foundIn(`took ${dni}0 ms`)).toEqual([]);
});

test('canary values are valid by the rules of their country', () => {
  for (let count = 0; count < 200; count += 1) {
    const [br, mz, pe] = countries.map((country) => canaries.document('a rule', country));
    expect([cpfRule(br ?? ''), nuitRule(mz ?? ''), dniRule(pe ?? '')]).toEqual([null, null, null]);
    for (const market of countries) expect(checkPhone(canaries.phone('a rule', market), market).ok).toBe(true);
  }
});

test('compressed data is scanned, also compressed and encoded data inside it', () => {
  const inner = gzipSync(JSON.stringify({ body: card })).toString('base64');
  expect(foundIn(Buffer.concat([Buffer.from('POST /v1/logs\n'), gzipSync(`{"deep":"${inner}"}`)]))).toEqual(['a card']);
});

test('webhooks are searched by receiver', () => {
  const reported = (endpoint: string, text: string) => JSON.stringify({ endpoint, body: { text } });
  const bytes = Buffer.from(
    [reported('a/platform', email), reported('b/backend', cpf), reported('a/platform', '')].join('\n'),
  );
  const apart = byReceiver({ place: 'journal school-arrivals.jsonl', bytes });
  expect(apart.map(({ place, bytes: own }) => [place, foundIn(own)])).toEqual([
    ['journal school-arrivals.jsonl of a/platform', ['an address']],
    ['journal school-arrivals.jsonl of b/backend', ['a document']],
  ]);
});

test('a document’s words and attachments are read, also in an e-mail’s JSON', async () => {
  const documentName = createPdf({
    ...{ lang: 'pt-BR', title: 'Papel', author: 'Escola', colour: '#224466', foot: 'Rodapé' },
    madeAt: new Date('2026-11-21T12:00:00Z'),
  });
  documentName.paragraph(`Comprador: ${email}, ${joined}`);
  documentName.facts([['Documento', cpf]]);
  const content = Buffer.from(JSON.stringify({ number: card }));
  documentName.attach({ name: 'a.json', contentType: 'application/json', description: 'A', content });
  const bytes = await documentName.finish();
  const found = ['a card', 'a document', 'an address', 'an address of joined letters'];
  expect(foundIn(bytes).toSorted()).toEqual(found);
  const message = JSON.stringify({ attachments: [{ content: bytes.toString('base64') }] });
  expect(foundIn(message).toSorted()).toEqual(found);
});

test('each kind of canary names its allowed places, and an erased buyer has none', () => {
  const match = (kind: 'document' | 'name' | 'card-number' | 'account', place: string, path = 'somebody') =>
    isAllowed({ kind, place, path });
  expect(match('document', 'table leads.document_number')).toBe(true);
  expect(match('document', 'table leads.document_number', erasedPath)).toBe(false);
  for (const place of ['log', 'urls', 'sentry', 'otlp', 'file postgres.log', 'journal school-arrivals.jsonl'])
    expect([place, match('document', place)]).toEqual([place, false]);
  // A tax office knows whom its notes are for, and a school's own backend where that is told it for them.
  for (const kind of ['document', 'name'] as const) expect(match(kind, 'journal fiscal-notes.jsonl')).toBe(true);
  expect(match('document', 'journal school-arrivals.jsonl of medcof/backend')).toBe(true);
  for (const receiver of ['medcof/platform', 'wise-up/platform', 'meusucesso/backend'])
    expect([receiver, match('document', `journal school-arrivals.jsonl of ${receiver}`)]).toEqual([receiver, false]);
  expect(match('card-number', 'journal school-arrivals.jsonl of medcof/backend')).toBe(false);
  expect(match('card-number', 'file data/pg_wal/1')).toBe(false);
  expect(match('account', 'table payout_details.sealed')).toBe(false);
});
