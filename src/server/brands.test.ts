import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBrands } from './brands.server.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'brands-'));
  const from = path.resolve('brands');
  for (const name of ['_fallback', 'medcof']) cpSync(path.join(from, name), path.join(dir, name), { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const place = (email: string) => ({ address: 'Rua Própria, 1', city: 'Curitiba/PR', email });

describe('the company behind a brand', () => {
  test('may be the sample outside production', () => {
    expect(readdirSync(dir)).toContain('_fallback');
    for (const appEnv of ['test', 'homolog'] as const)
      expect(readBrands({ appEnv, sandbox: null }, dir).brands.length).toBeGreaterThan(0);
  });

  test('must be its own in production: the start names file and key', () => {
    const start = () => readBrands({ appEnv: 'production', sandbox: null }, dir);
    expect(start).toThrow(/medcof\/company\.json: BR\.taxId\.number: is sample data/);
    expect(start).toThrow(/medcof\/company\.json: BR\.address: /);
    writeFileSync(
      path.join(dir, 'medcof', 'company.json'),
      JSON.stringify({
        BR: { taxId: { number: '11.444.777/0001-61' }, ...place('contato@escola.com.br') },
      }),
    );
    expect(start().brands.length).toBeGreaterThan(0);
  });
});
