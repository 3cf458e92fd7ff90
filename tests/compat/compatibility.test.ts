import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { coveringRows, groupsOf, type Row, tuplesOf } from './covering-rows.ts';
import { bans, bansOn, factors, triples } from './factors.ts';
import { cellOf, report, type Result } from './report.ts';

const mayBe = (row: Row): boolean => bansOn(row).length === 0;
const { rows, impossible } = coveringRows(factors, triples, mayBe);
const results = rows.map((row): Result => ({ row, failure: null }));

describe('what can be used together', () => {
  test('only a rule of a law, a scheme or a contract says no', () => {
    const pairs = groupsOf(factors, []).flatMap((names) => tuplesOf(factors, names));
    for (const pair of pairs) expect(cellOf(results, impossible, pair)).toMatch(/^yes$|^no \([A-Z](, [A-Z])*\)$/);
    expect(impossible.filter((tuple) => bansOn(tuple).length === 0)).toEqual([]);
    for (const { rule } of bans) expect(rule.length).toBeGreaterThan(40);
  });

  test('a purchase that fails is not hidden by others that do not', () => {
    const [first, ...others] = results;
    const one = [{ row: first?.row ?? {}, failure: 'refused' }, ...others];
    expect(report(one, impossible)).toContain('failed');
  });

  test('is published as it was last bought: all of it', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/compatibility.md'), 'utf8');
    expect(page).toBe(report(results, impossible));
  });
});
