import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, cards, payByCard, payButton } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import {
  expectNoScript,
  pressContinue,
  payByPix,
  reachStep,
  summary,
} from '#tests/support/browser/presentation-steps.ts';

// What moves while one theme is laid over another is these tests' own doing.
const axeJourneyOptions: JourneyOptions = { allow: ['layout shift'], timeout: 120_000 };

journey(
  'a presentation says what there is and what it costs, and its Back leads to the lead',
  axeJourneyOptions,
  async (buyer) => {
    const { page } = buyer;
    await reachStep(buyer, '/?product=ms&flowId=presentation', '/presentation');
    await expect(page.getByText('Passo 2 de 4')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('meuSucesso: veja o que você leva');
    await expect(page.getByText(/12x de R\$\s95,00/).first()).toBeVisible();
    await expect(page.getByText(/ou R\$\s1\.140,00 à vista/)).toBeVisible();
    await expect(page.getByText('Certificado de cada trilha concluída')).toBeVisible();
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/lead?**');
    await alive(page);
    await payButton(page).click();
    await page.waitForURL('**/presentation?**');
    await pressContinue(page);
    await expect(page.getByText('Passo 3 de 4')).toBeVisible();
  },
);

journey(
  'on Black Friday twelve times R$ 85,00 are shown, and paid to the cent',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world, email } = buyer;
    await reachStep(buyer, '/?product=ms&flowId=black-friday', '/presentation');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Black Friday de meuSucesso');
    await expect(page.getByText(/^12x de R\$\s85,00$/)).toBeVisible();
    await expect(page.getByText(/Você economiza R\$\s120,00/)).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await pressContinue(page);
    await alive(page);
    await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s85,00/);
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success?**');
    await expect(page.locator('dl')).toContainText(/Cupom black-friday\s*−R\$\s120,00/);
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', total: 102_000 }], grants: 1 });
  },
);

journey('a partner’s link shows twelve times R$ 61,00 and who brought the buyer', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachStep(buyer, '/?product=ms&flowId=partner&seller=ana', '/presentation');
  await expect(page.getByText(/Você chegou por .*desconto de parceiro/)).toBeVisible();
  await expect(page.getByText(/^12x de R\$\s61,00$/)).toBeVisible();
  await pressContinue(page);
  await alive(page);
  await expect(summary(page)).toContainText(/R\$\s732,00/);
  await payByPix(buyer);
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', total: 73_200, seller: 'ana' }] });
});

journey('a discount that does not apply is not shown', deep, async (buyer) => {
  const { page } = buyer;
  await reachStep(buyer, '/?product=ms&flowId=black-friday&voucher=nada', '/presentation');
  await expect(page.getByText('O desconto deste link não vale agora')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('meuSucesso: veja o que você leva');
  await expect(page.getByText(/^12x de R\$\s95,00$/)).toBeVisible();
  await pressContinue(page);
});

journey(
  'a trial in Mozambique names its end, the first charge and its day',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await reachStep(buyer, '/?product=ms&lang=pt-mz&flowId=trial', '/presentation', '841234567');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-MZ');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experimente meuSucesso grátis durante 7 dias');
    const days = page.locator('main ol > li');
    await expect(days).toHaveCount(3);
    await expect(days.first()).toContainText('nada é cobrado');
    await expect(days.nth(1)).toContainText(/Até \d{2}\/\d{2}\/\d{4}/);
    await expect(days.nth(2)).toContainText(/Primeira cobrança: 18\.720,00\sMT\./);
    await expect(days.nth(2)).toContainText(/1\.560,00\sMT por mês/);
    const [lastFree = '', first = ''] = (await days.locator('strong').allTextContents()).slice(1);
    const dayOf = (text: string): number => Date.parse(text.replace(/.*?(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1'));
    expect(dayOf(first) - dayOf(lastFree)).toBe(86_400_000);
    expect(await axeInBothModes(page)).toEqual([]);
    await pressContinue(page);
  },
);

journey(
  'a page of the brand’s own words is plain HTML: headings, table, links that do not leave the checkout',
  axeJourneyOptions,
  async (buyer) => {
    const { page } = buyer;
    await reachStep(buyer, '/?product=ms&flowId=regulamento', '/md');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Como funciona a sua assinatura');
    await expect(page.getByRole('columnheader', { name: 'Quando' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'suporte@meusucesso.example' })).toHaveAttribute('href', /^mailto:/);
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await pressContinue(page);
  },
);

journey(
  'an event shows its lots: the one on sale with what is left of it, and what comes after',
  axeJourneyOptions,
  async (buyer) => {
    const { page } = buyer;
    await reachStep(buyer, '/?product=vc', '/presentation');
    const lots = page.getByRole('list', { name: 'Lotes de ingressos' }).getByRole('listitem');
    await expect(lots).toHaveCount(3);
    await expect(lots.first()).toContainText(/1º lote.*R\$\s397,00/s);
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
  },
);
