import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeClassNames } from './class-names.ts';
import { scopedName } from './scoped-name.ts';
import { sheetMarks } from './scoped-name.ts';

const css = '.box { color: red; }\n.open > .lid { color: blue; }\n';
let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'names-'));
  writeFileSync(path.join(root, 'box.module.css'), css);
});
afterAll(() => rmSync(root, { recursive: true }));

const name = (local: string, file = 'box.module.css') => scopedName(local, path.join(root, file), css, root);
const write = (code: string) => writeClassNames(code, path.join(root, 'box.tsx'), root);

test('a name is the same however the file is reached, and another one in another file', () => {
  expect(name('box', 'box.module.css?direct')).toBe(name('box'));
  expect(name('box', 'other.module.css')).not.toBe(name('box'));
  expect(new Set(['box', 'open', 'lid'].map((local) => name(local))).size).toBe(3);
  expect(() => name('boxx')).toThrow('box.module.css has no class boxx');
});

test('known class names are written out, and the import goes', () => {
  const code = "import css from './box.module.css';\nconst a = <i className={`${css['box']} x`} />;";
  expect(write(code)).toBe(`\nconst a = <i className={\`\${"${name('box')}"} x\`} />;`);
});

test('the table of names stays where a name is chosen at run time', () => {
  const code = "import css from './box.module.css';\nuse(css['lid'], css[kind]);";
  expect(write(code)).toBe(`import css from './box.module.css';\nuse("${name('lid')}", css[kind]);`);
});

test('a name that is read with a dot is left as it is, with its table', () => {
  const code = "import css from './box.module.css';\nconst a = css.box;";
  expect(write(code)).toBe(code);
});

test('the sheets of most pages are there, each with a mark of one character of its own', () => {
  const repository = path.resolve(import.meta.dirname, '../..');
  expect([...sheetMarks.keys()].filter((file) => !existsSync(path.join(repository, file)))).toEqual([]);
  expect(new Set(sheetMarks.values()).size).toBe(sheetMarks.size);
  for (const mark of sheetMarks.values()) expect(mark).toMatch(/^[b-zB-Z]$/);
});
