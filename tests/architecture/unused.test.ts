import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#tools/verify/run-command.ts';

const root = path.resolve(import.meta.dirname, '../..');

const sources: Readonly<Record<string, string>> = {
  'src/server/main.server.ts':
    "import { used } from '../kernel/used.ts';\nimport '#src/kernel/also-used.ts';\n\nconsole.log(used);\n",
  'src/kernel/used.ts': 'export const used = 1;\nexport const forgotten = 2;\nexport const tested = 3;\n',
  'src/kernel/also-used.ts': 'console.log(1);\n',
  'tests/gallery/run.ts': "import { tested } from '#src/kernel/used.ts';\n\nconsole.log(tested);\n",
  'src/kernel/orphan.ts': 'export const orphan = 1;\n',
};

let project = '';
let found = '';
let usedByTests = '';
beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'unused-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  for (const file of ['knip.json', 'tsconfig.json']) cpSync(path.join(root, file), path.join(project, file));
  const manifest = { name: 'house', type: 'module', imports: { '#src/*': './src/*' }, dependencies: { zod: '4.6.7' } };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  const quiet = ['--no-progress', '--no-config-hints'];
  found = (await runCommand(project, 'knip', quiet)).problems.join('\n');
  const production = [...quiet, '--production', '--include', 'files,exports,types'];
  usedByTests = (await runCommand(project, 'knip', production)).problems.join('\n');
});
afterAll(() => rmSync(project, { recursive: true }));

test.each(['src/kernel/orphan.ts', 'forgotten', 'zod'])('what nobody uses is named: %s', (name) => {
  expect(found).toContain(name);
});

test('an export that only tests use is named by the production run alone', () => {
  expect(usedByTests).toContain('tested');
  expect(found).not.toContain('tested');
});

test.each(['also-used', 'main.server'])('what is used is not: %s', (name) => {
  expect(found).not.toContain(name);
});
