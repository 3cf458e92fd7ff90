/** @module-tag deep */
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createMPesaGateway } from '#src/gateways/m-pesa-vodacom/gateway.server.ts';
import { createNuPayGateway } from '#src/gateways/nupay/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '#tests/gateways/suite/charges.server.ts';
import { mPesaConfig } from '#tests/gateways/m-pesa-config.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { visitSandbox } from '#tests/support/http/sandbox-visitor.server.ts';

/* The pages on which a person answers M-Pesa's prompt or approves in NuPay's app. */

const visitor = visitSandbox();
const nuPay = sandboxSecrets.companies.nupay;
let operator: GatewayPort;
let app: GatewayPort;

beforeAll(() => {
  operator = createMPesaGateway(mPesaConfig(visitor.sandboxWorld));
  app = createNuPayGateway({
    url: `${visitor.sandboxWorld.world.origin}/nupay`,
    merchantKey: nuPay?.merchantKey ?? '',
    merchantToken: nuPay?.merchantToken ?? '',
    signingKeys: [],
    clock: visitor.sandboxWorld.clock,
  });
});

let phones = 0;
/** A phone of its own that rings for 1.140,00 MT. */
async function ringing(): Promise<{ charge: ChargeRequest; number: string }> {
  phones += 1;
  const number = `85${String(phones).padStart(7, '0')}`;
  const payer = { name: 'Graça', email: 'g@example.co.mz', phone: `+258${number}` };
  const amount = { amount: 114_000n, currency: 'MZN' as const };
  const charge = chargeOf(visitor.sandboxWorld, { payer, amount, market: 'MZ', locale: 'pt-MZ' });
  expect(factIn(await operator.start(charge)).state).toBe('awaiting-buyer');
  return { charge, number };
}

async function toApprove(): Promise<{ charge: ChargeRequest; url: string }> {
  const charge = chargeOf(visitor.sandboxWorld);
  return { charge, url: factIn(await app.start(charge)).nextAction?.url ?? '' };
}

const stateOf = async (gateway: GatewayPort, charge: ChargeRequest) =>
  factIn(await gateway.find(referenceTo(charge))).state;

describe('the phone', () => {
  test.each([
    ['1234', 'paga', 'captured'],
    ['9999', 'recusada', 'declined'],
  ])('takes the PIN %s: %s', async (pin, words, state) => {
    const { charge, number } = await ringing();
    const page = await visitor.open('/m-pesa/phone');
    await page.getByRole('link', { name: `+258${number}` }).click();
    await page.locator('input[name=pin]').fill(pin);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText(`Resposta enviada: ${words}.`).waitFor();
    expect(await stateOf(operator, charge)).toBe(state);
  });

  test('says no, has no money, or is answered too late', async () => {
    const [no, poor, late] = [await ringing(), await ringing(), await ringing()];
    for (const [{ number }, press] of [
      [no, 'Cancelar'],
      [poor, 'Confirmar sem saldo'],
    ] as const) {
      const page = await visitor.open(`/m-pesa/phone?number=${number}`);
      await page.getByRole('button', { name: press }).click();
      await page.getByText('Resposta enviada').waitFor();
    }
    expect([await stateOf(operator, no.charge), await stateOf(operator, poor.charge)]).toEqual([
      'declined',
      'declined',
    ]);
    await visitor.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 91 });
    expect(await stateOf(operator, late.charge)).toBe('expired');
    const page = await visitor.open(`/m-pesa/phone?number=${late.number}`);
    await page.getByText('Responder tarde demais').click();
    await page.getByRole('button', { name: 'Marcar o PIN mesmo assim' }).click();
    await page.getByText('Resposta enviada: paga.').waitFor();
    expect(await stateOf(operator, late.charge)).toBe('captured');
  });

  test('does not take half a PIN, nor a number of another operator', async () => {
    const { charge, number } = await ringing();
    const page = await visitor.open(`/m-pesa/phone?number=${number}`);
    await page.locator('input[name=pin]').fill('12');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('O PIN tem quatro dígitos.').waitFor();
    expect(await stateOf(operator, charge)).toBe('awaiting-buyer');
    const other = await visitor.open('/m-pesa/phone?number=861234567');
    await other.getByText('Escreva um número 84 ou 85').waitFor();
  });
});

describe('the app', () => {
  test.each([
    ['Aprovar', 'captured'],
    ['Recusar', 'declined'],
    ['Cancelar a compra', 'declined'],
  ])('%s', async (press, state) => {
    const { charge, url } = await toApprove();
    const page = await visitor.open(url);
    await page.getByRole('button', { name: press, exact: true }).click();
    await page.getByRole('link', { name: 'Voltar para a loja', exact: true }).waitFor();
    expect(await stateOf(app, charge)).toBe(state);
  });
});

test.each(['light', 'dark'] as const)('their pages are clean to axe and fit any window, %s', async (colorScheme) => {
  const [{ number }, done, { url }] = [await ringing(), await ringing(), await toApprove()];
  await visitor.sandboxWorld.ask('POST', '/sandbox/m-pesa/answer', { msisdn: `258${done.number}` });
  const over = await toApprove();
  await visitor.sandboxWorld.ask('POST', '/sandbox/nupay/answer', { referenceId: over.charge.attemptId });
  const paths = [
    '/m-pesa/phone',
    `/m-pesa/phone?number=${number}`,
    `/m-pesa/phone?number=${done.number}`,
    '/nupay/pay',
    url,
    over.url,
    '/sandbox',
    '/sandbox/book',
    '/sandbox/weather',
  ];
  for (const width of [360, 1280])
    for (const path of paths) {
      const page = await visitor.open(path, { colorScheme, viewport: { width, height: 740 } });
      expect({ path, wrong: await axe(page) }).toEqual({ path, wrong: [] });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect({ path, width, overflow: Math.max(0, overflow) }).toEqual({ path, width, overflow: 0 });
      await page.close();
    }
});
