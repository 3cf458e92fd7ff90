import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles } from '#tools/verify/list-files.ts';
import { checkImportRules, graphRules, unreadFiles } from '#tools/verify/import-rules.ts';
import configuration from '../../.dependency-cruiser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bad = path.join(import.meta.dirname, 'bad');
const named = (configuration.forbidden ?? []).map((rule) => rule.name ?? 'a rule without a name');
const rules = [...named, ...graphRules].sort();

describe('each wall is seen to fail', () => {
  let room = '';
  beforeAll(() => {
    room = mkdtempSync(path.join(tmpdir(), 'walls-'));
    symlinkSync(path.join(root, 'node_modules'), path.join(room, 'node_modules'));
  });
  afterAll(() => rmSync(room, { recursive: true }));

  test('every rule has its bad case and every bad case its rule', () => {
    expect(readdirSync(bad).sort()).toEqual(rules);
  });

  // A copy stands in a house of its own, so that `#src/…` and the package list mean the same as in the real one.
  test.each(rules)('%s', async (rule) => {
    const project = path.join(room, rule);
    cpSync(path.join(bad, rule), project, { recursive: true });
    writeFileSync(path.join(project, 'package.json'), readFileSync(path.join(root, 'package.json')));
    const offenders = listFiles(project, ['src', 'sandbox', 'tools', 'migrations']).filter((file) =>
      file.includes('offender'),
    );

    const report = await checkImportRules(project);
    const caught = report.violations.filter((line) => line.startsWith(`${rule}: `)).map(offenderIn);

    expect(report.unread).toEqual([]);
    expect(offenders.length).toBeGreaterThan(0);
    expect([...new Set(caught)].sort()).toEqual(offenders);
  });
});

test('the real tree keeps every wall, and every file of it was read', async () => {
  const report = await checkImportRules(root);
  expect(report.violations).toEqual([]);
  expect(report.unread).toEqual([]);
  expect(report.modules).toBeGreaterThan(10);
});

test('a reader that reads nothing, or sees no imports, is caught', () => {
  const file = 'tools/verify/import-rules.ts';
  expect(unreadFiles(root, [file], [])).toEqual([file]);
  expect(unreadFiles(root, [file], [{ source: file, dependencies: [] }])).toEqual([file]);
  expect(unreadFiles(root, [file], [{ source: file, dependencies: ['node:fs'] }])).toEqual([]);
});

function offenderIn(line: string): string {
  return line.replace(/^[^:]+: /, '').replace(/ → .*$/, '');
}
