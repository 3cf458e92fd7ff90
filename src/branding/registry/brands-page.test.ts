import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waitingStepNumber } from '#src/domain/checkout/flows/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/brands.md'), 'utf8');

/** What the page says of each brand's first flow: the row of the table of steps that names it. */
function written(): string[] {
  const [, steps = ''] = page.split('## Steps');
  const rows = steps.split('\n## ', 1)[0]?.matchAll(/^\| ([^|]+) \| (\d) \| (\d) \| ([\d–]) \|$/gm) ?? [];
  return [...rows].flatMap(([, names = '', ...numbers]) =>
    (names.split(';')[0] ?? '').split(', ').map((name) => `${name.trim()}: ${numbers.join(' ')}`),
  );
}

test('the page about brands tells the steps of each brand’s first flow as its data has them', () => {
  const { brands } = readBrandParts();
  const real = brands.brands.map(({ brand, variant, flows: [flow], products }) => {
    const payment = flow.steps.find(({ template }) => template === 'payment') ?? null;
    const sells = products.some(({ plans }) =>
      plans.some(({ methods }) => methods.some(({ method, active }) => active && method === 'pix')),
    );
    const name = variant === null ? brand : `${brand} (${variant})`;
    const waiting = sells ? waitingStepNumber(flow, payment) : '–';
    return `${name}: ${flow.stepsNumber} ${payment?.currentStep ?? ''} ${waiting}`;
  });
  expect(written().toSorted()).toEqual(real.toSorted());
});
