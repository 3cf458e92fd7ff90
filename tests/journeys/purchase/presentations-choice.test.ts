import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { acceptTerms, alive, buyerCpf, codeOf, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import {
  expectNoScript,
  payByPix,
  reachStep,
  reachStepPlainly,
  stored,
  summary,
} from '#tests/support/browser/presentation-steps.ts';

const axeJourneyOptions: JourneyOptions = { allow: ['layout shift'], timeout: 120_000 };
const bumps = '/?product=ms&flowId=bump';

journey(
  'an order bump is never ticked beforehand; chosen, it is a line of payment page, receipt and e-mail',
  axeJourneyOptions,
  async (buyer) => {
    const { page, world, email } = buyer;
    await reachStep(buyer, bumps, '/order-bump-presentation');
    await expectNoScript(page);
    const box = page.getByRole('checkbox');
    await expect(box).not.toBeChecked();
    expect(await axeInBothModes(page)).toEqual([]);
    await expect(page.getByRole('button', { name: /^Continuar com R\$\s1\.140,00$/ })).toBeVisible();
    await page.getByText('Adicionar ao meu pedido').click();
    await page.getByRole('button', { name: /^Continuar com R\$\s1\.237,00$/ }).click();
    await page.waitForURL('**/payment?**');
    await alive(page);
    await expect(summary(page)).toContainText(/Biblioteca de planilhas\s*De R\$\s147,00\s*R\$\s97,00/);
    await expect(summary(page)).toContainText(/R\$\s1\.237,00/);
    await expect(payButton(page)).toHaveText(/em 12x de até R\$\s103,09/);

    // Back keeps the answer, and another one changes the price again.
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/order-bump-presentation?**');
    await expect(box).toBeChecked();
    await box.uncheck();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await expect(summary(page)).not.toContainText('Biblioteca de planilhas');
    await page.goBack();
    await page.waitForURL('**/order-bump-presentation?**');
    await box.check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await alive(page);

    await payByPix(buyer);
    await expect(page.locator('dl')).toContainText(/Biblioteca de planilhas\s*R\$\s97,00/);
    await expect(page.locator('dl')).toContainText(/Total\s*R\$\s1\.237,00/);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', total: 123_700, received: 123_700 }],
      ledger: ['capture-principal 123700'],
      grants: 1,
    });
    await expect
      .poll(async () => (await world.mails(email)).map(({ text }) => text).join())
      .toMatch(/Biblioteca de planilhas[^\n]*\s+R\$\s97,00/);
    // What is paid is not offered again.
    await page.goto(page.url().replace('/success', '/order-bump-presentation'));
    await page.waitForURL('**/success?**');
  },
);

journey('a bump beside a voucher: only the course becomes cheaper', deep, async (buyer) => {
  const { page } = buyer;
  await reachStep(buyer, `${bumps}&voucher=black-friday`, '/order-bump-presentation');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await expect(summary(page)).toContainText(/Cupom black-friday\s*−R\$\s120,00/);
  await expect(summary(page)).toContainText(/R\$\s1\.117,00/);
});

journey('an order bump without JavaScript is added and paid', { ...deep, javaScriptEnabled: false }, async (buyer) => {
  const { page, world, email } = buyer;
  await reachStepPlainly(buyer, bumps, '/order-bump-presentation');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await expect(summary(page)).toContainText(/R\$\s1\.237,00/);
  await page.locator('label:has(input[value=pix])').click();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await page.locator('form button[type=submit]:not([name])').last().click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await expect.poll(async () => (await world.records(email)).orders).toMatchObject([{ state: 'paid', total: 123_700 }]);
});

journey(
  'a plan for three: by the month what it costs more, remembered by its keys, paid as lines',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world, email } = buyer;
    await reachStep(buyer, '/?product=wup&flowId=family', '/multiprofile-presentation');
    await alive(page);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.locator('label', { hasText: '3 perfis' })).toContainText(/\+ R\$\s85,50\s*por mês/);
    await expect(page.locator('label', { hasText: '3 perfis' })).toContainText(/R\$\s722,00 por pessoa/);
    expect(await axeInBothModes(page)).toEqual([]);
    await page.locator('label', { hasText: '3 perfis' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await alive(page);
    expect(await stored(page, 'PURCHASED_PROFILES_AMOUNT')).toBe(3);
    expect(await stored(page, 'PURCHASED_PLAN')).toBe('wup-annual-t');
    await expect(summary(page)).toContainText(/R\$\s2\.166,00/);
    await page.goBack();
    await page.waitForURL('**/multiprofile-presentation?**');
    await expect(page.getByRole('radio', { name: /3 perfis/ })).toBeChecked();
    await page.goForward();
    await page.waitForURL('**/payment?**');
    await alive(page);
    await payByPix(buyer);
    await expect(page.locator('dl')).toContainText(/R\$\s1\.026,00/);
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', total: 216_600 }], grants: 1 });
  },
);

journey(
  'an earlier choice of the tab is selected where the server knows no answer',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, at, context } = buyer;
    await reachStep(buyer, '/?product=wup&flowId=family', '/multiprofile-presentation');
    await alive(page);
    await page.locator('label', { hasText: '3 perfis' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await page.goto(at('/custom-offer?product=wup&flowId=custom'));
    await alive(page);
    await page.locator('label', { hasText: 'Plano semestral' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    // Another flow asks who buys once more.
    await page.waitForURL('**/lead?**');
    await context.clearCookies();
    await page.goto(at('/custom-offer?product=wup&flowId=custom'));
    await expect(page.getByRole('radio', { name: /semestral/ })).toBeChecked();
    await page.goto(at('/multiprofile-presentation?product=wup&flowId=family'));
    await expect(page.getByRole('radio', { name: /3 perfis/ })).toBeChecked();
    // It was chosen for that plan: another one begins with its own.
    await page.evaluate(() => sessionStorage.setItem('PURCHASED_PLAN', '"another"'));
    await page.reload();
    await alive(page);
    await expect(page.getByRole('radio').first()).toBeChecked();
  },
);

journey(
  'an offer of several plans remembers the choice; one that the link names does not',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, at, world, email } = buyer;
    await reachStep(buyer, '/?product=wup&flowId=custom', '/custom-offer');
    await alive(page);
    await expect(page.locator('label', { hasText: 'Plano semestral' })).toContainText(
      /R\$\s794,50 com juros, ou R\$\s714,00 à vista/,
    );
    expect(await axeInBothModes(page)).toEqual([]);
    await page.locator('label', { hasText: 'Plano semestral' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    expect(await stored(page, 'defaultSelectedPlan')).toBe('wup-semester-t');
    await expect(summary(page)).toContainText(/R\$\s714,00/);
    await page.goto(at('/custom-offer?product=wup&flowId=custom'));
    await expect(page.getByRole('radio', { name: /semestral/ })).toBeChecked();

    await page.goto(at('/custom-offer?product=wup&flowId=custom&seller=ana&planId=wup-annual-t'));
    await alive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uma oferta de Ana Prado para você');
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByText(/^12x de R\$\s95,00$/)).toBeVisible();
    await page.goto(at('/payment?product=wup&flowId=custom'));
    await alive(page);
    await payByPix(buyer);
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', total: 71_400 }] });
  },
);
