import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tools/brands/brand-files.ts';
import { listFiles } from '#tools/verify/list-files.ts';
import { textInCode } from './text-in-code.ts';

/** Texts that are not the product's words, each with its reason. */
const kept: Readonly<Record<string, string>> = {
  'src/server/start-lines.server.ts': 'the name of the product, for whoever starts it',
  'src/apps/api/api.server.ts': 'the name of the product, for whoever reads its API',
  'src/apps/console/browser/frame/me-menu.tsx': 'names of languages, each in itself',
  'src/apps/console/documents/serve-browser.server.ts':
    'the name of the product, until the browser’s side has its words',
  'src/apps/console/sign-in/sign-in-page.server.ts': 'the name of the product',
  'src/apps/console/browser/screens/webhook-endpoint/signature-sheet.tsx': 'names of headers',
  'src/apps/checkout/stories/sample-buyers.ts': 'names of people',
  'src/domain/customers/phones/sms-text.ts': 'the alphabet of short messages (3GPP TS 23.038)',
  'src/domain/payments/decline-policy/decline-rows.data.ts': 'the wording of a norm, which terminals print',
  'src/gateways/pix-bcb/settings.server.ts': 'the holder of the sandbox bank’s account',
  'src/gateways/m-pesa-vodacom/settings.server.ts': 'the holder of the sandbox operator’s account',
  'src/kernel/locale/regions.ts': 'proper names, which are the same in every language',
  'src/rails/bank-slip/sample.server.ts': 'proper names',
  'src/rails/bank-slip/slip-layout.ts': 'the form of a Brazilian slip, whose wording its norm gives',
  'src/rails/bank-slip/slip-document.ts': 'the form of a Brazilian slip, whose wording its norm gives',
  'src/rails/bank-slip/slip-pdf.server.ts': 'the form of a Brazilian slip, whose wording its norm gives',
};

const files = listFiles(projectRoot, ['src']).filter(
  (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('.generated.'),
);
const textsOf = (file: string) => textInCode(readFileSync(path.join(projectRoot, file), 'utf8'), file.endsWith('x'));

describe('no text for people', () => {
  test('is written in code', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter((file) => !(file in kept)).map((file) => [file, textsOf(file)] as const);
    expect(found.filter(([, texts]) => texts.length > 0)).toEqual([]);
  });

  test('is excused for a file that has none', () => {
    expect(Object.keys(kept).filter((file) => !files.includes(file) || textsOf(file).length === 0)).toEqual([]);
  });
});

describe('text in code', () => {
  test.each([
    ['between tags', 'export const A = () => <p>Your data</p>;', ['Your data']],
    ['between tags as an expression', "export const A = () => <p>{ok ? 'Sold out' : null}</p>;", ['Sold out']],
    ['in a template between tags', 'export const A = () => <p>{`Only ${n} left`}</p>;', ['Only', 'left']],
    ['in a label', '<Field label="Name" id="name" />;', ['Name']],
    ['in an attribute that is spoken', "<svg aria-label={isOpen ? 'Close' : t('a.b')} />;", ['Close']],
    ['in Portuguese, anywhere', "const message = 'Cartão recusado';", ['Cartão recusado']],
  ])('%s is found', (_name, source, texts) => expect(textInCode(source, true)).toEqual(texts));

  test.each([
    ['a key', "<p>{t('lead.title')}</p>;"],
    ['a name', '<input type="text" name="phone" className={`field ${kind}`} />;'],
    ['a mark', '<span> · </span>;'],
    ['a choice by a word', "<p>{kind === 'paid' && t('a.b')}</p>;"],
    ['a comment', '// Você não está aqui\nconst a = 1;'],
    ['a type', "type Kind = 'default' | 'trial';"],
  ])('%s is none', (_name, source) => expect(textInCode(source, true)).toEqual([]));
});
