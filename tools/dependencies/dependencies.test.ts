import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Lockfile } from '../verify/packages.ts';
import { buildSbom, purlOf } from './sbom.ts';
import { changesOf, listProblems, listText, dependenciesOf, readList } from './dependency-list.ts';
import { ageProblems, type Published } from './release-age.ts';

const sum = (sign: string): string => `sha512-${Buffer.alloc(64, sign).toString('base64')}`;
const lock: Lockfile = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: sum('a'), license: 'MIT' },
    'node_modules/@swc/core': { version: '1.16.22', integrity: sum('b'), license: 'Apache-2.0', dev: true },
    'node_modules/ajv': { version: '8.20.0', integrity: sum('c'), dev: true },
    'node_modules/fastify/node_modules/ajv': { version: '8.20.0', integrity: sum('c') },
    'node_modules/foreign-tool': { version: '1.0.0', dev: true, optional: true, os: ['aix'] },
  },
};
const parts = dependenciesOf(lock);
const nobody = new Map<string, string>();
const text = listText(parts, nobody);

function changed(place: string, change: object): Lockfile {
  return { packages: { ...lock.packages, [place]: { ...lock.packages[place], ...change } } };
}

describe('the list of parts', () => {
  test('has each once, and says what runs in no product', () => {
    const short = (sign: string): string => sum(sign).slice(0, 39);
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      `@swc/core@1.16.22 ${short('b')} tests`,
      `ajv@8.20.0 ${short('c')}`,
      'foreign-tool@1.0.0 - tests',
      `zod@4.6.7 ${short('a')}`,
    ]);
    expect(listProblems(lock, text)).toEqual([]);
  });

  test.each([
    ['another version', changed('node_modules/zod', { version: '4.6.8' }), ['zod@4.6.8'], 1],
    ['the same version with other bytes', changed('node_modules/zod', { integrity: sum('z') }), ['zod@4.6.7'], 1],
    ['a tool that the product takes', changed('node_modules/@swc/core', { dev: false }), ['@swc/core@1.16.22'], 1],
    ['one more', changed('node_modules/left-pad', { version: '1.3.0', integrity: sum('l') }), ['left-pad@1.3.0'], 0],
  ])('shows each change, other bytes of the same version too: %s', (_what, now, come, gone) => {
    const found = changesOf(dependenciesOf(now), text);
    expect(found.come.map(({ name, version }) => `${name}@${version}`)).toEqual(come);
    expect(found.gone).toHaveLength(gone);
    const [problem = ''] = listProblems(now, text);
    for (const one of come) expect(problem).toContain(`\n+ ${one} `);
  });

  test('shows what went', () => {
    const { 'node_modules/zod': _gone, ...left } = lock.packages;
    expect(listProblems({ packages: left }, text)[0]).toContain('\n- zod@4.6.7 ');
  });

  test('keeps why a part was taken before its time, for as long as the part is there', () => {
    const reasons = new Map([
      ['zod@4.6.7', 'CVE-2026-1234: prototype of schemas'],
      ['gone@1.0.0', 'CVE-2025-1'],
    ]);
    const written = listText(parts, reasons);
    expect(listProblems(lock, written)).toEqual([]);
    expect(readList(written).reasons).toEqual(new Map([['zod@4.6.7', 'CVE-2026-1234: prototype of schemas']]));
  });
});

describe('the age of what came', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const [zod] = parts.filter(({ name }) => name === 'zod');
  const of = (published: Published, reasons = nobody) =>
    ageProblems(zod ? [zod] : [], new Map([['zod', published]]), reasons, now);

  test.each([
    ['seven days to the second', '2026-11-15T12:00:00.000Z', 0],
    ['a second less', '2026-11-15T12:00:01.000Z', 1],
    ['years', '2020-01-01T00:00:00.000Z', 0],
    ['a clock that is ahead', '2027-01-01T00:00:00.000Z', 1],
    ['no time at all', 'yesterday', 1],
  ])('is seven days to the second, and known: %s', (_what, at, problems) => {
    expect(of({ '4.6.7': at, '4.6.6': '2020-01-01T00:00:00.000Z' })).toHaveLength(problems);
  });

  test('that nobody knows is too young: the registry is away, was not asked, or has taken the version back', () => {
    expect(of(null)).toEqual(['zod@4.6.7: the registry could not be asked, so its age is not known']);
    expect(ageProblems(parts, new Map(), nobody, now)).toHaveLength(parts.length);
    expect(of({ '4.6.6': '2020-01-01T00:00:00.000Z' })[0]).toContain('no longer');
  });

  test('is passed over for a reason that is written down, for this version alone', () => {
    const young = { '4.6.7': '2026-11-22T11:00:00.000Z' };
    expect(of(young, new Map([['zod@4.6.7', 'CVE-2026-1234']]))).toEqual([]);
    expect(of(young, new Map([['zod@4.6.6', 'CVE-2026-1234']]))).toHaveLength(1);
  });
});

test('the list goes out as CycloneDX, the same each time', () => {
  const sbom = buildSbom({ name: 'matricula', version: '0.1.0' }, parts);
  expect(sbom).toMatchObject({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', name: 'matricula', 'bom-ref': 'matricula@0.1.0' } },
    components: [
      { purl: 'pkg:npm/%40swc/core@1.16.22', scope: 'excluded', licenses: [{ expression: 'Apache-2.0' }] },
      { purl: 'pkg:npm/ajv@8.20.0', scope: 'required', hashes: [{ alg: 'SHA-512', content: '63'.repeat(64) }] },
      { purl: 'pkg:npm/foreign-tool@1.0.0' },
      { purl: 'pkg:npm/zod@4.6.7' },
    ],
  });
  expect(JSON.stringify(sbom)).toBe(JSON.stringify(buildSbom({ name: 'matricula', version: '0.1.0' }, parts)));
});

test('the parts list of the product names the locked versions', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const real = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  expect(listProblems(real, readFileSync(path.join(root, 'docs/parts.txt'), 'utf8'))).toEqual([]);
  const all = dependenciesOf(real);
  expect(new Set(all.map(purlOf)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(300);
});
