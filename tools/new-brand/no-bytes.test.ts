import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { compileThemes } from '#src/branding/theme/compile-themes.server.ts';
import { compileWords } from '#src/branding/words/compile-words.server.ts';
import { readWordFiles } from '#src/branding/words/word-files.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { addImages } from '../build/images.ts';
import { Output } from '../build/output.ts';
import { type BrandCopy, copyBrands } from '#tests/support/fixtures/brand-copy.ts';
import { projectRoot, writeFiles } from '../brands/brand-files.ts';
import { makeFonts } from '../fonts/make-fonts.ts';
import { listFiles } from '../verify/list-files.ts';
import { makeBrand } from './make-brand.ts';
import { planBrand } from './questions.ts';

const [before, after] = [copyBrands(), copyBrands()];
let stage: PagesWorld;

beforeAll(async () => {
  stage = await openPages();
  const plan = planBrand({ folder: 'curso-norte', name: 'Norte', business: 'wiser', color: '#e8590c', price: '10' });
  if (!plan.ok) throw new Error(plan.error.join());
  const files = await makeBrand(plan.value, { root: projectRoot, rails: Object.values(rails) });
  writeFiles(path.join(after.dir, 'curso-norte'), files);
});
afterAll(async () => {
  await stage.close();
  for (const brands of [before, after]) brands.remove();
});

/** All output of a build of a folder of brands, by name. */
async function built({ dir }: BrandCopy): Promise<ReadonlyMap<string, string>> {
  const refuse = (problem: object): never => {
    throw new Error(JSON.stringify(problem));
  };
  const sources = readBrandSources(dir, refuse);
  const fonts = await makeFonts(projectRoot, sources, refuse);
  const words = compileWords(readWordFiles(projectRoot, refuse), sources, refuse);
  return new Map([
    ...fonts.files.map((file): [string, string] => [file.path, Buffer.from(file.content).toString('base64')]),
    ...[...compileThemes(sources, fonts.faces, refuse)].map(([id, theme]): [string, string] => [id, theme.css]),
    ...Object.entries(words).flatMap(([locale, table]) => [
      [`${locale} base`, JSON.stringify(table.base)] as const,
      ...Object.entries(table.brands).map(([id, own]) => [`${locale} ${id}`, JSON.stringify(own)] as const),
    ]),
    ...Object.entries(addImages(path.dirname(dir), new Output())),
  ]);
}

test('one more brand changes nothing that is built for the others', async () => {
  const [fewer, more] = [await built(before), await built(after)];
  const changed = [...fewer].filter(([name, content]) => more.get(name) !== content);
  expect(changed.map(([name]) => name)).toEqual([]);
  const added = [...more.keys()].filter((name) => !fewer.has(name));
  expect(added.length).toBeGreaterThan(5);
  expect(added.filter((name) => !name.includes('curso-norte'))).toEqual([]);
});

test('one more brand adds no byte to a page of another', async () => {
  const serve = (brands: BrandCopy) => stage.serve(readBrandParts(brands.dir));
  const [fewer, more] = [await serve(before), await serve(after)];
  const page = async (server: FastifyInstance, url: string): Promise<string> => {
    const answer = await server.inject({ url, headers: { host: pagesHost } });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? '';
    return nonce === '' ? answer.body : answer.body.replaceAll(nonce, '');
  };
  const differing: string[] = [];
  for (const { products, market } of readBrandParts(before.dir).brands.brands) {
    const place = { BR: '', MZ: '&lang=pt-mz', PE: '&flowId=peru' }[market];
    const url = `/lead?product=${products[0].key}${place}`;
    const [one, other] = [await page(fewer, url), await page(more, url)];
    if (one !== other) differing.push(url);
  }
  expect(differing).toEqual([]);
});

test('no script or style of the pages is made of brands', () => {
  const files = listFiles(projectRoot, ['src']).filter((file) => /\.(tsx?|css)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const imported = files.filter((file) =>
    /(?:from|import\(?|url\()\s*['"][^'"]*\bbrands\//.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  expect(imported).toEqual([]);
});
