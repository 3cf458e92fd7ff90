import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnProduct, startOwnProduct } from '#tests/support/own-product.server.ts';

const ahead = path.resolve(import.meta.dirname, '../support/days-ahead.ts');
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
    const line = lines.find((one) => one.includes('own-clock-wrong')) ?? '{}';
    const { aheadSeconds } = JSON.parse(line) as { readonly aheadSeconds?: number };
    expect(Math.abs((aheadSeconds ?? 0) - 3 * 86_400)).toBeLessThan(60);
  });
});
