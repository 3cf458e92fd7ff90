import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEnvProblems, envValues } from './env-values.server.ts';
import { secretSettings } from './secret-settings.data.ts';
import { secretValues } from './secret-values.server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = path.join(folder, `secret-${Math.random().toString(36).slice(2)}`);
  writeFileSync(file, text);
  return file;
}

const long = 'a-secret-of-more-than-thirty-two-characters';
const company = { sandboxOrigin: null, testSecrets: false };

test.each([...secretSettings])('%s may stand in a file', (name) => {
  const values = envValues({ [`${name}_FILE`]: fileWith(`${long}\n`) });
  expect(values.text(name)).toBe(long);
  expect(values.problems).toEqual([]);
});

test('a company’s secret may stand in a file, which says that there is a contract', () => {
  const values = envValues({ SCHOOL_BANK_SECRET_FILE: fileWith(`${long}\r\n`) });
  const secrets = secretValues(values, company);
  expect(secrets.hasContract(['SCHOOL_BANK_URL', 'SCHOOL_BANK_SECRET'])).toBe(true);
  expect(secrets.secret('SCHOOL_BANK_SECRET', 32)).toBe(long);
  expect(values.problems).toEqual([]);
});

test('only one newline at the end of a file does not count, and a file that is too short is told by its length', () => {
  const values = envValues({ COOKIE_SECRET_FILE: fileWith('short\n') });
  expect(values.secret('COOKIE_SECRET', 32, null)).toBe('');
  expect(values.problems).toMatchObject([{ variable: 'COOKIE_SECRET', given: '5 characters' }]);
});

test('a name that is no secret has no file: PIX_KEY_FILE is the key of a certificate', () => {
  const values = envValues({ PIX_KEY: 'key@school.example', PIX_KEY_FILE: '/nowhere/key.pem' });
  expect(secretValues(values, company).name('PIX_KEY')).toBe('key@school.example');
  expect(values.problems).toEqual([]);
});

test('a secret that is set twice is refused once, however often it is read', () => {
  const values = envValues({ COOKIE_SECRET: long, COOKIE_SECRET_FILE: fileWith(long) });
  values.secret('COOKIE_SECRET', 32, null);
  values.secret('COOKIE_SECRET', 32, null);
  expect(describeEnvProblems(values.problems)).toBe(
    'COOKIE_SECRET: set, and COOKIE_SECRET_FILE too; allowed: one of both.',
  );
});

test('a file that cannot be read is named, and a text that is no path is not shown', () => {
  const values = envValues({ COOKIE_SECRET_FILE: path.join(folder, 'none'), METRICS_TOKEN_FILE: 'secret-canary' });
  values.secret('COOKIE_SECRET', 32, null);
  expect(values.text('METRICS_TOKEN')).toBeNull();
  const told = describeEnvProblems(values.problems);
  expect(told).toContain(
    `COOKIE_SECRET_FILE: ${path.join(folder, 'none')}, which gives ENOENT; allowed: the absolute path`,
  );
  expect(told).toContain('METRICS_TOKEN_FILE: 13 characters');
  expect(told).not.toContain('canary');
  expect(values.problems).toHaveLength(2);
});
