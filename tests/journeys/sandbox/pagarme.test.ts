/** @module-tag deep */
import { expect, test } from 'vitest';
import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { createPagarmeSlipGateway } from '#src/gateways/pagarme-slip/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '#tests/gateways/suite/charges.server.ts';
import { pagarmeOn, pagarmeToken } from '#tests/gateways/pagarme/pagarme-world.server.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { visitSandbox } from '#tests/support/http/sandbox-visitor.server.ts';

const visitor = visitSandbox();
const slips = () => createPagarmeSlipGateway(pagarmeOn(visitor.sandboxWorld, 5_000));
const cards = () => createPagarmeGateway(pagarmeOn(visitor.sandboxWorld, 5_000));

async function openSlip() {
  const charge = chargeOf(visitor.sandboxWorld, {
    expiresAt: new Date(visitor.sandboxWorld.clock.now().getTime() + 3 * 86_400_000),
  });
  return { charge, line: String(factIn(await slips().start(charge)).instructions?.['line']) };
}

test('a person pays a slip of Pagar.me by its line, all of it or another amount', async () => {
  const { charge, line } = await openSlip();
  const page = await visitor.open('/pagarme/pay');
  await page.locator('#line').fill('00000 nonsense');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('Não encontramos este boleto.').waitFor();
  await page.locator('#line').fill(line);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Pagar agora' }).click();
  await page.getByRole('heading', { name: 'Boleto pago' }).waitFor();
  expect(factIn(await slips().find(referenceTo(charge))).movements).toMatchObject([{ amount: 114_000n }]);

  const other = await openSlip();
  await page.goto(`${visitor.sandboxWorld.world.origin}/pagarme/pay?line=${other.line}`);
  await page.locator('#amount').fill('1.000,50');
  await page.getByRole('button', { name: 'Pagar agora' }).click();
  await page.getByRole('heading', { name: 'Boleto pago' }).waitFor();
  expect(factIn(await slips().find(referenceTo(other.charge))).movements).toMatchObject([{ amount: 100_050n }]);
});

test('the panel gives a part back, and lets the buyer’s bank take the rest', async () => {
  const charge = chargeOf(visitor.sandboxWorld, {
    details: { cardToken: await pagarmeToken(visitor.sandboxWorld, '4111111111111111') },
  });
  const { reference = '' } = factIn(await cards().start(charge));
  const page = await visitor.open('/pagarme/panel');
  await page.locator(`#amount-${reference}`).fill('140,00');
  await page.getByRole('button', { name: 'Estornar' }).first().click();
  await page.getByText('R$ 140,00').first().waitFor();
  await page.getByRole('button', { name: 'O banco contesta' }).first().click();
  await page.getByText('chargedback').waitFor();
  const reported = factIn(await cards().find(referenceTo(charge)));
  expect(reported.movements.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['capture', 114_000n],
    ['refund', 14_000n],
    ['chargeback', 100_000n],
  ]);
});

test.each(['light', 'dark'] as const)('each page is clean to axe and fits a small phone, %s', async (colorScheme) => {
  const { line } = await openSlip();
  for (const path of ['/pagarme/panel', '/pagarme/pay', '/pagarme/pay?line=1', `/pagarme/pay?line=${line}`]) {
    const page = await visitor.open(path, { colorScheme, viewport: { width: 360, height: 740 } });
    expect({ path, wrong: await axe(page) }).toEqual({ path, wrong: [] });
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect({ path, overflow: Math.max(0, overflow) }).toEqual({ path, overflow: 0 });
  }
});
