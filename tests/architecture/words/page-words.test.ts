import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import { projectRoot } from '#tools/brands/brand-files.ts';
import { pageFolder } from '#tools/build/page-folder.ts';
import { reachOf, ungivenKeys } from './page-words.ts';

const all = (folder: 'steps' | 'pages', manifests: Readonly<Record<string, PageManifest>>) =>
  Object.values(manifests).map(({ id, words }) => ({
    id,
    view: `src/apps/checkout/${pageFolder(projectRoot, folder, id)}/${id}-page.tsx`,
    // The frame of a hydrated page has words of forms; a page without a script has no such frame.
    given: [...words, 'form.'],
  }));
const views = [...all('steps', steps), ...all('pages', pages)];

describe('the words of a page', () => {
  test.each(views)('$id are all given to it', (page) => {
    expect(ungivenKeys(projectRoot, page)).toEqual([]);
  });

  test('are looked for in everything that its view imports', () => {
    const reached = reachOf(projectRoot, 'src/apps/checkout/steps/payment/payment-page.tsx');
    expect(reached).toContain('src/rails/pix/form.tsx');
    expect(reached).toContain('src/apps/checkout/payment-form/terms-checkbox.tsx');
    expect(reached.filter((file) => file.includes('.server.'))).toEqual([]);
  });

  test('that it is not given are found, with the file that asks for them', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'page-words-'));
    mkdirSync(path.join(root, 'src/page'), { recursive: true });
    const write = (file: string, source: string) => writeFileSync(path.join(root, 'src/page', file), source);
    write(
      'page.tsx',
      `import { Part } from './part.tsx';\nimport type { T } from './types.ts';\nt('page.title'); // t('a.b')`,
    );
    write('part.tsx', "import { Page } from './page.tsx';\nt('part.title'); t(`part.kind.${kind}`);");
    write('types.ts', "t('type.only');");
    const found = ungivenKeys(root, { id: 'page', view: 'src/page/page.tsx', given: ['page.'] });
    rmSync(root, { recursive: true });
    expect(found).toEqual([
      { page: 'page', file: 'src/page/part.tsx', key: 'part.title' },
      { page: 'page', file: 'src/page/part.tsx', key: 'part.kind.' },
    ]);
  });
});
