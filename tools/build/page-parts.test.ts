import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetBase, type BuiltScripts, type BuiltStyles, bundleScripts, bundleStyles } from './bundle.ts';
import { filesOf } from './measure.ts';
import { type BuildPart, listParts } from './page-parts.ts';
import type { BuildPage } from './vite-config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = (id: string, folder: string): BuildPage => ({ id, folder, hasBehaviour: true, mayAsk: false });
/** Pages that show parts, and enough others for a file shared by all. */
const pages = [
  page('payment', 'steps/payment'),
  page('recovery', 'steps/recovery'),
  page('lead', 'steps/lead'),
  page('livelo-cpf', 'steps/livelo-cpf'),
  page('waiting', 'pages/waiting'),
  page('order-pending', 'pages/order-pending'),
];
const there = listParts(root);

const sample = {
  'form.tsx': `import { documentForm } from '#src/ui/payment/document-form.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
const form = documentForm('new-way', 'M4 4h16v16H4Z');
const Form = (props) => [<form.Form key="form" {...props} />, <p key="more">{useWords()('method.new-way.more')}</p>];
export const railForm = { ...form, Form };`,
  'waiting.tsx': `import css from './waiting.module.css';
export const railWaiting = { Waiting: () => <p className={css['way']}>Wait</p> };`,
  'waiting.module.css': '.way { letter-spacing: 0.0625em; }',
};

/** A rail with the same modules as the others, and a sheet of its own. Its folder resolves the project's imports. */
function addRail(folder: string): BuildPart[] {
  for (const [name, text] of Object.entries(sample)) writeFileSync(path.join(folder, name), text);
  return (['form', 'waiting'] as const).flatMap((kind) => {
    const like = there.find((part) => part.kind === kind);
    return like ? [{ ...like, id: `${kind}/new-way`, key: 'new-way', file: path.join(folder, `${kind}.tsx`) }] : [];
  });
}

interface Both {
  readonly scripts: BuiltScripts;
  readonly styles: BuiltStyles;
}

let folder = '';
let before: Both;
let after: Both;
const buildWith = async (parts: readonly BuildPart[]): Promise<Both> => ({
  scripts: await bundleScripts(root, pages, parts),
  styles: await bundleStyles(root, pages, parts),
});

beforeAll(async () => {
  // A fixed name: class names derive from it, and a random one could collide with another sheet's. An ignored folder of
  // the project itself: `node_modules` may be a link to another project, whose sources `#src` would then be.
  folder = path.join(root, 'coverage/new-way-sample');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  before = await buildWith(there);
  after = await buildWith([...there, ...addRail(folder)]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Scripts of a page with these parts: by address, so with the hash of their content. */
const loads = ({ scripts }: Both, id: string, parts: readonly string[]) => filesOf(scripts, id, parts).toSorted();
const sheetsOf = ({ styles }: Both, id: string, parts: readonly string[]) =>
  [
    styles.pages.get(id),
    ...parts.flatMap((part) => styles.parts.get(part) ?? []).map((name) => styles.sheets[name]),
  ].join('');

describe('a rail that is added', () => {
  test('has files of its own', () => {
    expect(before.scripts.parts.has('form/new-way')).toBe(false);
    expect(loads(after, 'payment', ['form/new-way']).length).toBe(loads(after, 'payment', []).length + 1);
    expect(sheetsOf(after, 'waiting', ['waiting/new-way'])).toContain('letter-spacing:.0625em');
  });

  test.each([
    ['payment', there.flatMap(({ id, kind }) => (kind === 'form' ? [id] : []))],
    ['payment', ['form/card', 'extra/address']],
    ['recovery', ['form/card', 'form/pix']],
    ['waiting', ['waiting/pix']],
    ['order-pending', ['success/pix']],
    ['lead', []],
    ['livelo-cpf', []],
  ])('costs %s with %j not one byte', (id, parts) => {
    expect(loads(after, id, parts)).toEqual(loads(before, id, parts));
    expect(sheetsOf(after, id, parts)).toBe(sheetsOf(before, id, parts));
  });
});

test('no page carries a view that it is not told to show', () => {
  for (const { id } of pages) {
    const files = new Set(filesOf(after.scripts, id, []));
    for (const [part, { entry }] of after.scripts.parts) expect(files, `${part} in ${id}`).not.toContain(entry);
  }
});

test('a page knows which kinds of parts it may show', () => {
  expect(after.styles.kinds.get('payment')).toEqual(expect.arrayContaining(['form', 'extra']));
  expect(after.styles.kinds.get('waiting')).toEqual(['waiting']);
  expect(after.styles.kinds.get('lead')).toEqual([]);
});

test('a part loads no file that brings another page to life', () => {
  const texts = new Map(before.scripts.files.map(({ name, content }) => [assetBase + name, String(content)]));
  // Words that only the awaiting page uses.
  const starting = [...before.scripts.parts].filter(
    ([id, { entry, preloads }]) =>
      id.startsWith('extra/') && [entry, ...preloads].some((file) => texts.get(file)?.includes('awaiting.plain')),
  );
  expect(starting.map(([id]) => id)).toEqual([]);
});
