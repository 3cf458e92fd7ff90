import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyBrands, problemsIn } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

async function withCopy(file: string, words: object): Promise<string> {
  const full = path.join(brands.dir, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, JSON.stringify(words));
  const problems = await problemsIn(brands.dir);
  rmSync(full);
  return problems.join('\n');
}

test('a language in which the brand does not sell is found', async () => {
  const file = 'performan-c/copy/es-PE.json';
  expect(await withCopy(file, { 'lead.title': 'Tus datos' })).toContain(
    `${file}: nobody reads it: the brand sells in pt-BR`,
  );
});

test('a language in which only another variant sells is found', async () => {
  const file = 'wise-up/variants/flex/copy/pt-MZ.json';
  expect(await withCopy(file, { 'lead.title': 'Os seus dados' })).toContain(
    `${file}: nobody reads it: the brand sells in pt-BR`,
  );
});

test('words of Brazil serve Mozambique too', async () => {
  expect(await withCopy('wise-up/copy/es-PE.json', { 'lead.title': 'Tu inglés empieza aquí' })).not.toContain('copy/');
});

test('a button that calls free what costs money is found', async () => {
  const file = 'performan-c/copy/pt-BR.json';
  expect(await withCopy(file, { 'lead.submit': 'Quero meus 3 meses grátis' })).toContain(
    `${file}: lead.submit: a button of what costs money must not call it free`,
  );
});

test('the purpose of the phone number, said by a brand in its own way, is found', async () => {
  const file = 'performan-c/copy/pt-BR.json';
  expect(await withCopy(file, { 'lead.phone.why': 'O treinador liga para vender mais.' })).toContain(
    `${file}: lead.phone.why: is fixed by the product`,
  );
});
