import type { BrowserContextOptions } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { factIn, referenceTo } from '#tests/gateways/suite/charges.server.ts';
import { visitSandbox } from '#tests/support/http/sandbox-visitor.server.ts';

const visitor = visitSandbox();

describe('without JavaScript, with the keyboard', () => {
  const plain: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };

  test('a Pix code is pasted, looked at and paid', async () => {
    const { charge, code } = await visitor.pixCharge();
    const page = await visitor.open('/pix-bank/pay', plain);
    await page.getByLabel('Pix copia e cola').fill(code);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('R$ 1.140,00').waitFor();
    await page.getByRole('button', { name: 'Pagar agora' }).press('Enter');
    await page.getByRole('heading', { name: 'Pix enviado' }).waitFor();
    expect(factIn(await visitor.pixGateway().find(referenceTo(charge))).state).toBe('captured');
    await page.reload();
    expect(factIn(await visitor.pixGateway().find(referenceTo(charge))).movements).toHaveLength(1);
  });

  test('a wrong code has a message beside the field, which keeps it', deep, async () => {
    const { code } = await visitor.pixCharge();
    const page = await visitor.open('/pix-bank/pay', plain);
    await page.getByLabel('Pix copia e cola').fill(code.replace('Escola', 'Escole'));
    await page.getByRole('button', { name: 'Continuar' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('foi alterado');
    expect(await page.getByLabel('Pix copia e cola').inputValue()).toContain('Escole');
  });

  test('an expired Pix is refused, and paid when the buyer insists; twice and another amount too', deep, async () => {
    const { charge, code } = await visitor.pixCharge();
    await visitor.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1_801 });
    const page = await visitor.open(`/pix-bank/pay?code=${encodeURIComponent(code)}`, plain);
    expect(await page.getByText('O prazo desta cobrança acabou.').count()).toBe(1);
    await page.getByRole('button', { name: 'Pagar mesmo assim' }).click();
    await page.goto(`${visitor.sandboxWorld.world.origin}/pix-bank/pay?code=${encodeURIComponent(code)}`);
    await page.getByRole('button', { name: 'Pagar duas vezes' }).click();
    await page.goto(`${visitor.sandboxWorld.world.origin}/pix-bank/pay?code=${encodeURIComponent(code)}`);
    await page.getByLabel('Outro valor, em reais').fill('1.000,5');
    await page.getByRole('button', { name: 'Pagar este valor' }).click();
    const { movements } = factIn(await visitor.pixGateway().find(referenceTo(charge)));
    expect(movements.map(({ amount }) => amount)).toEqual([114_000n, 114_000n, 114_000n, 100_050n]);
  });

  test('a slip is paid by its line', async () => {
    const { charge, line } = await visitor.slipCharge();
    const page = await visitor.open('/slip-bank/pay', plain);
    await page.getByLabel('Linha digitável').fill(line);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    await page.getByRole('heading', { name: 'Boleto pago' }).waitFor();
    expect(factIn(await visitor.slipGateway().find(referenceTo(charge))).state).toBe('captured');
  });

  test('the clock and the faults obey their forms', deep, async () => {
    const page = await visitor.open('/sandbox/clock', plain);
    const before = visitor.sandboxWorld.clock.now().getTime();
    await page.getByRole('button', { name: '1 hora' }).click();
    expect(visitor.sandboxWorld.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
    await page.goto(`${visitor.sandboxWorld.world.origin}/sandbox/weather`);
    await page.getByLabel('O quê').selectOption('acquirer slow');
    await page.getByLabel('Quantas vezes').fill('2');
    await page.getByRole('button', { name: 'Acrescentar' }).click();
    await page.getByRole('row', { name: /Adquirente .*slow .*2 vezes/ }).waitFor();
    await page.getByRole('button', { name: 'Retirar todas' }).click();
    await page.getByText('Nenhuma falha').waitFor();
  });
});
