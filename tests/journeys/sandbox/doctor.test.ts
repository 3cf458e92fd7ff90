import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** All but mail, whose port the shared product keeps to itself. */
const checks = ['settings', 'origins', 'proxy', 'database', 'companies', 'machine'];

async function doctor(change: Readonly<Record<string, string>> = {}) {
  const product = await sharedProduct();
  const portOf = (origin: string): string => new URL(origin).port;
  const env = {
    ...process.env,
    PORT: portOf(product.checkout),
    CARD_FIELDS_PORT: portOf(product.cardFields),
    CONSOLE_PORT: portOf(product.console),
    SANDBOX_PORT: portOf(product.sandbox),
    DATA_DIR: product.dataDir,
    ...change,
  };
  return run(process.execPath, ['tools/doctor.ts', ...checks], { cwd: root, env });
}

test('npm run doctor finds nothing wrong beside a running product and its sandbox', deep, async () => {
  const { stdout } = await doctor();
  expect(stdout).toMatch(/\n\d+ ok, 0 warnings, 0 wrong\n$/);
});

test('npm run doctor names every wrong setting at once, and ends with 1', deep, async () => {
  const ended = await doctor({ API_DOCS: 'maybe', MAX_CONNECTIONS: '7' }).catch((error: unknown) => error);
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/WRONG {4}MAX_CONNECTIONS: [\s\S]*API_DOCS: /),
  });
});
