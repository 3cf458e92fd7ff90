import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#tools/verify/run-command.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Code that must not pass, by the rule that refuses it. */
const bad: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'no-floating-promises': ['src/kernel/a.server.ts', 'export function a() {\n  Promise.resolve(1);\n}\n'],
  'no-misused-promises': ['src/kernel/b.ts', 'export const b = [1].filter(async (one) => one > 0);\n'],
  'no-explicit-any': ['src/kernel/c.ts', 'export const c = (value: any) => value;\n'],
  'no-non-null-assertion': ['src/kernel/d.ts', 'export const d = (list: string[]) => list[0]!;\n'],
  'ban-ts-comment': ['src/kernel/e.ts', '// @ts-ignore\nexport const e: number = "one";\n'],
  'no-default-export': ['src/kernel/f.ts', 'export default 1;\n'],
  'no-restricted-globals': ['src/domain/orders/g.ts', 'export const g = parseFloat("1.5");\n'],
  'no-restricted-properties': ['src/domain/orders/h.ts', 'export const h = () => Date.now();\n'],
  'no-process-env': ['src/domain/orders/i.server.ts', 'export const i = process.env["PORT"];\n'],
  'no-console': ['src/domain/orders/j.ts', 'console.log("paid");\n'],
  'no-danger': ['src/ui/k.tsx', 'export const K = () => <p dangerouslySetInnerHTML={{ __html: "<b>" }} />;\n'],
  'rules-of-hooks': [
    'src/ui/l.tsx',
    'import { useState } from "react";\nexport function L({ is }: { is: boolean }) {\n  if (is) useState(1);\n  return null;\n}\n',
  ],
  'label-has-associated-control': ['src/ui/m.tsx', 'export const M = () => <label>Name</label>;\n'],
  'switch-exhaustiveness-check': [
    'src/kernel/n.ts',
    'export function n(kind: "a" | "b") {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}\n',
  ],
  'no-warning-comments': ['src/kernel/o.ts', '// TODO later\nexport const o = 1;\n'],
  'no-focused-tests': [
    'src/kernel/p.test.ts',
    'import { expect, test } from "vitest";\ntest.only("p", () => expect(1).toBe(1));\n',
  ],
  'no-eval': ['src/kernel/r.ts', 'export const r = (text: string): unknown => eval(text);\n'],
  'no-implied-eval': ['src/kernel/s.ts', 'export const s = () => setTimeout("pay()", 1);\n'],
  eqeqeq: ['src/kernel/t.ts', 'export const t = (one: number, other: number) => one == other;\n'],
  'expect-expect': ['src/kernel/q.test.ts', 'import { test } from "vitest";\ntest("q", () => undefined);\n'],
};

let project = '';
let found = '';
beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'lint-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    cpSync(path.join(root, file), path.join(project, file));
  for (const [file, text] of Object.values(bad)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  found = (await runCommand(project, 'oxlint', ['--format=unix'])).problems.join('\n');
});
afterAll(() => rmSync(project, { recursive: true }));

test.each(Object.entries(bad))('%s is seen to fail', (rule, [file]) => {
  const lines = found.split('\n').filter((line) => line.startsWith(`${file}:`));
  expect(lines.join('\n')).toContain(`(${rule})`);
});
