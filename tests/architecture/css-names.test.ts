import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What a component reads from its style sheets, and what these have: `sheet: name`, for names that one side lacks. */
function namesApart(files: readonly string[]): { readonly missing: string[]; readonly unused: string[] } {
  const used = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, local, path] of source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      if (!local || !path) continue;
      const sheet = join(dirname(file), path);
      const names = used.get(sheet) ?? new Set<string>();
      used.set(sheet, names);
      for (const [, name] of source.matchAll(new RegExp(String.raw`\b${local}\['([\w-]+)'\]`, 'g')))
        if (name) names.add(name);
      for (const name of names) if (!namesOf(sheet).has(name)) missing.push(`${file}: ${name}`);
      // Read by a word that is only known later: each name may be meant.
      if (new RegExp(String.raw`\b${local}\[[^']`).test(source)) for (const name of namesOf(sheet)) names.add(name);
    }
  }
  const unused = [...used].flatMap(([sheet, names]) =>
    [...namesOf(sheet)].filter((name) => !names.has(name)).map((name) => `${sheet}: ${name}`),
  );
  return { missing: [...new Set(missing)], unused };
}

function namesOf(sheet: string): ReadonlySet<string> {
  const css = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector ?? '');
  const plain = selectors.filter((selector) => !selector.trim().startsWith('@'));
  const ours = plain.map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''));
  return new Set(ours.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? '')));
}

describe('names of styles', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
  const apart = namesApart(files);

  test('there are components to look at', () => {
    expect(files.length).toBeGreaterThan(150);
  });

  test('each that a component reads is in its style sheet', () => {
    expect(apart.missing).toEqual([]);
  });

  test('each that a style sheet has is read by a component', () => {
    expect(apart.unused).toEqual([]);
  });

  test('one that only one side has is found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'css-names-'));
    writeFileSync(
      join(folder, 'a.module.css'),
      '.kept { color: red }\n@media (width > 1px) { .left > a.kept { color: red } }',
    );
    writeFileSync(join(folder, 'a.tsx'), "import css from './a.module.css';\nuse(css['kept'], css['renamed']);");
    const { missing, unused } = namesApart([join(folder, 'a.tsx')]);
    expect(missing).toEqual([`${join(folder, 'a.tsx')}: renamed`]);
    expect(unused).toEqual([`${join(folder, 'a.module.css')}: left`]);
    rmSync(folder, { recursive: true });
  });
});
