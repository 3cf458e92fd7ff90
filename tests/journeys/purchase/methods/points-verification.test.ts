import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, buyerCpf, orderPix, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import {
  askForCode,
  codeOfMember,
  enterCode,
  enterCpf,
  pointsMembers,
  reachPoints,
} from '#tests/support/browser/points-member-steps.ts';

const { maria, rich, poor, blocked, nobody } = pointsMembers;
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

journey(
  'a member is verified, divides the price by keyboard, and pays',
  { ...deep, timeout: 120_000 },
  async (buyer) => {
    const { page } = buyer;
    await reachPoints(buyer, 'livelo');
    expect(await axeInBothModes(page)).toEqual([]);
    await enterCpf(page, nobody.cpf);
    await expect(page.getByText('Este CPF não tem conta Livelo')).toBeVisible();
    await alive(page);
    await enterCpf(page, maria.cpf);
    await page.waitForURL('**/livelo/select-device?**');
    await alive(page);
    await expect(page.getByText('(••) •••••-4567')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page.getByText('Escolha onde receber o código')).toBeVisible();
    await askForCode(page, 'SMS para o celular');
    expect(await axeInBothModes(page)).toEqual([]);
    const code = await codeOfMember(buyer, maria);
    await enterCode(page, other(code));
    await expect(page.getByText('O código não confere.')).toBeVisible();
    await alive(page);
    await enterCode(page, code);
    await page.waitForURL('**/livelo/payment-method?**');
    await alive(page);
    await expect(page.getByText('24.500 pontos', { exact: true })).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);

    // The slider and the field are one number, and the parts always come to the price.
    const slider = page.getByRole('slider', { name: 'Pontos para usar' });
    const field = page.locator('input[name=points]');
    await slider.focus();
    await page.keyboard.press('End');
    await expect(field).toHaveValue('24.500');
    await expect(page.getByText('R$ 765,62', { exact: true })).toBeVisible();
    await expect(page.getByText('R$ 374,38', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(field).toHaveValue('24.000');
    await expect(slider).toHaveAttribute('aria-valuetext', /^24\.000 pontos, que valem R\$\s750,00$/);
    await type(field, '30000');
    await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
    await expect(page.getByText('É mais do que você pode usar nesta compra')).toBeVisible();
    await type(field, '12300');
    await expect(slider).toHaveValue('12500');
    await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
    await page.waitForURL('**/livelo/payment?**');
    await alive(page);
    await expect(page.locator('#root').getByText('Com 12.500 pontos')).toBeVisible();
    await expect(page.getByText('Os pontos ficam reservados enquanto você paga o resto')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await expect(page.locator('input[name="pix.document"]')).toHaveValue(buyerCpf);
  },
);

journey('Back finds each page filled in, and storage holds no document', deep, async (buyer) => {
  const { page } = buyer;
  await reachPoints(buyer, 'livelo');
  await enterCpf(page, rich.cpf);
  await askForCode(page, 'E-mail');
  await expect.poll(() => codeOfMember(buyer, rich)).toMatch(/^\d{6}$/);
  await enterCode(page, await codeOfMember(buyer, rich));
  await page.waitForURL('**/livelo/payment-method?**');
  await alive(page);
  await type(page.locator('input[name=points]'), '36.000');
  await expect(page.getByText('R$ 15,00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
  await page.waitForURL('**/livelo/payment?**');
  await page.goBack();
  await expect(page.locator('input[name=points]')).toHaveValue('36.000');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'É você mesmo' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('input[name=device]:checked')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByLabel('CPF da conta Livelo')).toHaveValue(rich.cpf);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href]));
  expect(stored).not.toMatch(/935\.?411/);
  await alive(page);
  await page.getByRole('button', { name: 'Continuar sem pontos' }).click();
  await page.waitForURL('**/payment?**');
});

journey(
  'three wrong codes, a blocked account and too few points each have a message and a next step',
  deep,
  async (buyer) => {
    const { page, world } = buyer;
    await reachPoints(buyer, 'livelo');
    await enterCpf(page, blocked.cpf);
    await expect(page.locator('form').getByText('A conta Livelo deste CPF está bloqueada.')).toBeVisible();
    await alive(page);
    await enterCpf(page, poor.cpf);
    await askForCode(page, 'SMS para o celular');
    const wrong = other(await codeOfMember(buyer, poor));
    for (let tries = 1; tries <= 2; tries += 1) {
      await enterCode(page, wrong);
      await expect(page.getByText('O código não confere.')).toBeVisible();
      await alive(page);
    }
    await enterCode(page, wrong);
    await page.waitForURL('**/livelo/error?**');
    await alive(page);
    await expect(page.getByRole('heading', { name: 'O código foi bloqueado' })).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await world.advance(61);
    await page.getByRole('link', { name: 'Pedir outro código' }).click();
    await askForCode(page, 'SMS para o celular');
    await enterCode(page, await codeOfMember(buyer, poor));
    await page.waitForURL('**/livelo/payment-method?**');
    await alive(page);
    await expect(page.getByText('Seus pontos ainda não alcançam o mínimo')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continuar sem pontos' }).click();
    await page.waitForURL('**/payment?**');
  },
);

journey('a programme that is away takes nothing away, and comes back', deep, async (buyer) => {
  const { page, world, at } = buyer;
  await reachPoints(buyer, 'livelo');
  await world.faults('points-club', [{ mode: 'maintenance', times: 2 }]);
  await enterCpf(page, maria.cpf);
  await expect(page.locator('form').getByText('A Livelo não respondeu.')).toBeVisible();
  await world.faults('points-club', []);
  await alive(page);
  await enterCpf(page, maria.cpf);
  await askForCode(page, 'SMS para o celular');
  await enterCode(page, await codeOfMember(buyer, maria));
  await page.waitForURL('**/livelo/payment-method?**');
  await world.faults('points-club', [{ mode: 'maintenance', times: 9 }]);
  await page.goto(at('/livelo/payment-method?product=wup&route=livelo'));
  await expect(page.getByRole('heading', { name: 'A Livelo não respondeu' })).toBeVisible();
  await world.faults('points-club', []);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('24.500 pontos', { exact: true })).toBeVisible();
});

journey('points are earned by the document alone, and stay with the order', deep, async (buyer) => {
  const { page } = buyer;
  await reachPoints(buyer, 'livelo-accrual');
  await expect(page.getByText('Esta compra vale 2.280 pontos.')).toBeVisible();
  await enterCpf(page, maria.cpf);
  await page.waitForURL('**/livelo/payment?**');
  await alive(page);
  await expect(page.getByText('2.280 pontos', { exact: true })).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await orderPix(page);
});

journey(
  'the points’ verification without JavaScript has the same pages',
  { javaScriptEnabled: false },
  async (buyer) => {
    const { page, at, email, world } = buyer;
    await world.advance(3600);
    await page.goto(at('/lead?product=wup&route=livelo'));
    await page.locator('input[name=name]').fill('Maria da Silva');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=phone]').fill('(11) 96123-4567');
    await page.locator('form button[type=submit]').click();
    await page.locator('input[name=cpf]').fill('39053344705');
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
    await page.locator('label', { hasText: 'SMS para o celular' }).click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await page.locator('input[name=code]').fill(await codeOfMember(buyer, maria));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.locator('input[type=range]')).toBeHidden();
    await page.locator('input[name=points]').fill('99999');
    await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
    await expect(page.getByText('Escolha um número dentro dos limites')).toBeVisible();
    await page.locator('input[name=points]').fill('10000');
    await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
    await expect(page.locator('#root').getByText('Com 10.000 pontos')).toBeVisible();
    await expect(page.locator('input[name=method]').first()).toBeVisible();
  },
);
