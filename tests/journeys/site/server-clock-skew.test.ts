/** @module-tag deep */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct } from '#tests/support/processes/product.server.ts';
import { type OwnProduct, startOwnProduct } from '#tests/support/processes/own-product.server.ts';

const ahead = path.resolve(import.meta.dirname, '../../support/clock/start-days-ahead.ts');
let own: OwnProduct;
beforeAll(async () => {
  own = await startOwnProduct('days-ahead', { flags: ['--import', ahead] });
}, 120_000);
afterAll(() => own.close());

describe('a product whose machine’s clock is three days ahead', () => {
  test('has the database’s time', async () => {
    const { now } = (await (await fetch(`${own.product.sandbox}/sandbox/clock.json`)).json()) as {
      readonly now: string;
    };
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  });

  test('says in its log how wrong that clock is', () => {
    const lines = readFileSync(own.product.logFile, 'utf8').split('\n');
    const line = lines.find((one) => one.includes('clock-skew-detected')) ?? '{}';
    const { aheadSeconds } = JSON.parse(line) as { readonly aheadSeconds?: number };
    expect(Math.abs((aheadSeconds ?? 0) - 3 * 86_400)).toBeLessThan(60);
  });
});

test('a start whose mail port is taken says only that, and what to do', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-port-taken-'));
  const said = await startProduct(folder, { env: { SANDBOX_SMTP_PORT: port } }).catch((error: unknown) =>
    String(error),
  );
  taken.close();
  rmSync(folder, { recursive: true, force: true });
  expect(said).toContain(`Port 127.0.0.1:${port} is taken by another program. Stop it, or set SANDBOX_SMTP_PORT`);
  expect(said).not.toMatch(/"level":"(warn|error)"/);
});
