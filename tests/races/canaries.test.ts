/** @module-tag deep */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countries } from '#src/kernel/locale/locale.ts';
import { buyerCanaryKinds } from '#tests/deep/canaries/canary-values.ts';
import { type CanaryReport, runCanaries } from '#tests/deep/canaries/run-canaries.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'matricula-canaries-'));
let report: CanaryReport;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  report = await runCanaries({
    folder,
    isShort: true,
    // The negative control: what a careless line of code would do.
    plant: async ({ canaries, pool }) => {
      const card = canaries.card('planted in a table', '1');
      // One of many: of other countries each buyer is needed to know the search by.
      const many = `(select min(id) from leads where phone like '+55%')`;
      await pool.query(`update leads set name = $1 where id = ${many}`, [`Ana ${card}`]);
      // Long enough to be compressed and kept beside its row, then written over: only the files have it still.
      const gone = JSON.stringify({ said: `${canaries.card('planted and gone', '1')} `.repeat(2_000) });
      const first = 'where id = (select min(id) from checkout_sessions)';
      const { rows } = await pool.query<{ answers: object }>(`select answers from checkout_sessions ${first}`);
      for (const answers of [gone, JSON.stringify(rows[0]?.answers)])
        await pool.query(`update checkout_sessions set answers = $1 ${first}`, [answers]);
    },
    plantInLog: (canaries) => {
      const card = Buffer.from(canaries.card('planted in the log', '1')).toString('base64');
      return `{"event":"paid","body":"${card}"}\n{"code":"${canaries.add('phone-code', 'planted code', '739105')}"}\n`;
    },
    plantInMetrics: (canaries) => `matricula_paid{buyer="${canaries.document('planted in the metrics', 'PE')}"} 1\n`,
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const isPlanted = ({ path: from }: { readonly path: string }): boolean => from.startsWith('planted');

test('S-07 I16: no card number, code, document or token lies where it does not belong, on any path', () => {
  expect(report.matches.filter((match) => !isPlanted(match))).toEqual([]);
  expect(report.walked).toContain('card');
  expect(report.requests).toBeGreaterThan(200);
  expect(report.sent['card-number']).toBeGreaterThan(50);
  for (const place of ['log', 'urls', 'metrics', 'addresses', 'otlp', 'table', 'journal', 'file'])
    expect([place, (report.scanned[place] ?? 0) > 0]).toEqual([place, true]);
});

test('a planted canary is found in the table, in the database’s files and write-ahead log, and in the log in another spelling', () => {
  const planted = report.matches.filter(isPlanted);
  const placesOf = (from: string): string[] =>
    planted
      .filter((match) => match.path === from)
      .map(({ place, form }) => `${place.split(/[/ ]/).slice(0, 2).join(' ')} ${form}`);
  expect(placesOf('planted in a table')).toContain('table leads.name plain');
  expect(planted.filter(({ place }) => place.startsWith('file data/pg_wal')).length).toBeGreaterThan(0);
  expect(planted.filter(({ place }) => place.startsWith('file data/base')).length).toBeGreaterThan(0);
  const gone = placesOf('planted and gone');
  expect(gone.filter((place) => place.startsWith('file data')).length).toBeGreaterThan(0);
  expect(gone.filter((place) => place.startsWith('table'))).toEqual([]);
  expect(placesOf('planted in the log')).toEqual(['log base64']);
  expect(placesOf('planted code')).toEqual(['log alone']);
  expect(placesOf('planted in the metrics')).toEqual(['metrics plain']);
});

test('buyers of every country are found by document, phone, name and address where these are stored', () => {
  for (const country of countries)
    for (const kind of buyerCanaryKinds)
      expect([kind, country, report.sentOfEach[`${kind} of ${country}`] ?? 0]).toEqual([
        ...[kind, country],
        expect.toSatisfy((count: number) => count > 0),
      ]);
  // A short run has no crash that could be reported.
  expect(report.blind).toEqual(['process-failed in sentry']);
});

test('the search finds a buyer where the data must be', () => {
  for (const known of ['document in table leads.document_number', 'e-mail in table leads.email'])
    expect(report.expected).toContain(known);
});
