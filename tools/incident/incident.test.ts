import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { readIncidentRequest } from './read-options.ts';

test('a span of time needs a zone and an order', () => {
  expect(readIncidentRequest('buyers', { from: '2026-11-20T00:00-03:00', to: '2026-11-21T03:00Z' })).toEqual({
    kind: 'buyers',
    from: new Date('2026-11-20T03:00:00Z'),
    to: new Date('2026-11-21T03:00:00Z'),
  });
  for (const wrong of [
    { from: '2026-11-20', to: '2026-11-21T03:00Z' },
    { from: '2026-11-20T00:00', to: '2026-11-21T03:00Z' },
    { from: '2026-11-22T00:00Z', to: '2026-11-21T03:00Z' },
    { from: '2026-11-20T99:00Z', to: '2026-11-21T03:00Z' },
    {},
  ])
    expect([wrong, typeof readIncidentRequest('buyers', wrong)]).toEqual([wrong, 'string']);
});

test('all links end only where it is said', () => {
  expect(readIncidentRequest('end-links', { all: true })).toEqual({ kind: 'end-links', whose: 'all' });
  expect(readIncidentRequest('end-links', { email: 'a@b.example' })).toMatchObject({ whose: { email: 'a@b.example' } });
  expect(typeof readIncidentRequest('end-links', {})).toBe('string');
  expect(typeof readIncidentRequest('end-links', { all: true, email: 'a@b.example' })).toBe('string');
  expect(typeof readIncidentRequest('everything', {})).toBe('string');
});

test('a name that would be a formula or break a line stays text', () => {
  const buyer = {
    ...{ brand: 'school', market: 'BR', name: '=cmd|"x",\r\ny', email: 'a@b.example', phone: '+5511961234567' },
    ...{ orders: ['1', '2'], hasDocument: true, hasPaid: false },
  };
  expect(csvOf([buyer])).toBe(
    'brand,market,name,email,phone,orders,document,paid\r\n' +
      `"school","BR","'=cmd|""x"",\r\ny","a@b.example","'+5511961234567","1 2","yes","no"\r\n`,
  );
});

test('the page for an incident names commands and settings that are there', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const page = read('docs/how-to/answer-an-incident.md');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const commands = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
  const settings = [...page.matchAll(/`([A-Z][A-Z_]{4,})`/g)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(8);
  const known = read('docs/how-to/run-in-production.md');
  expect(settings.filter((name) => !known.includes(name))).toEqual([]);
});
