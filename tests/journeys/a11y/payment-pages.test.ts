import { deep, deepUnless } from '#tests/support/depth.ts';
import { findings, holdResponses, axeJourneyOptions, overlay } from '#tests/support/browser/collect-axe-findings.ts';
import {
  alive,
  cardFrame,
  cards,
  choose,
  codeOf,
  orderPix,
  orderSlip,
  payByCard,
  payButton,
  reachPayment,
  type,
  typeLead,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const brands = [
  ['wup', '?product=wup&seller=ana&staging=1'],
  ['ms', '?product=ms&seller=ana'],
] as const;
const abroad = '?product=ms&lang=pt-mz';

for (const [brand, query] of [...brands, ['mz', abroad]] as const) {
  journey(
    `axe finds nothing on the lead page of ${brand}: empty, wrong, busy`,
    { ...axeJourneyOptions, ...deepUnless(brand === 'wup') },
    async ({ page, at, email }) => {
      const { look, found } = findings();
      await page.goto(at(`/lead${query}`));
      await alive(page);
      await look(page, 'empty');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.locator('#field-name-error')).toBeVisible();
      await look(page, 'wrong');
      await typeLead(page, { email, phone: brand === 'mz' ? '841234567' : '11961234567' });
      await holdResponses(page);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await overlay(page);
      await look(page, 'busy');
      expect(found).toEqual([]);
    },
  );
}

for (const [brand, query] of brands) {
  journey(
    `axe finds nothing on the payment page of ${brand}: each way to pay, wrong, refused, busy`,
    { ...axeJourneyOptions, ...deepUnless(brand === 'wup') },
    async (buyer) => {
      const { page } = buyer;
      const { look, found } = findings();
      await reachPayment(buyer, `/${query}`);
      await choose(page, 'credit-card');
      await cardFrame(buyer);
      await look(page, 'card, empty');
      await payButton(page).click();
      await expect((await cardFrame(buyer)).locator('.error:visible')).toHaveCount(4);
      await expect(page.locator('#field-terms-error')).toBeVisible();
      await look(page, 'card, wrong');
      for (const method of ['pix', 'bankslip'] as const) {
        await choose(page, method);
        await payButton(page).click();
        await expect(page.locator('[id$=".document-error"]:visible')).toHaveCount(1);
        await look(page, `${method}, wrong`);
      }
      await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
      await type(page.locator('input[name=voucher]'), 'nada');
      await page.keyboard.press('Enter');
      await expect(page.locator('#field-voucher-error')).toBeVisible();
      await look(page, 'voucher, wrong');
      await type(page.locator('input[name=voucher]'), brand === 'wup' ? 'boas-vindas' : 'black-friday');
      await page.keyboard.press('Enter');
      await expect(page.getByText('você economiza')).toBeVisible();
      await payByCard(buyer, cards.declined);
      await expect(page.getByText('Não conseguimos processar a transação. Faça uma nova tentativa.')).toBeVisible();
      await look(page, 'voucher, refused');
      await holdResponses(page);
      await payButton(page).click();
      await overlay(page);
      await look(page, 'busy');
      expect(found).toEqual([]);
    },
  );

  journey(
    `axe finds nothing on what follows a Pix of ${brand}: code, time over, success, access`,
    { ...axeJourneyOptions, ...deepUnless(brand === 'wup') },
    async (buyer) => {
      const { page, world } = buyer;
      const { look, found } = findings();
      await page.clock.install();
      await reachPayment(buyer, `/${query}`);
      await orderPix(page);
      await look(page, 'code');
      await page.getByRole('link', { name: /outra forma/ }).click();
      await page.waitForURL('**/payment?**');
      await alive(page);
      await look(page, 'payment with an open code');
      await page.goBack();
      await page.waitForURL('**/pix?**');
      await alive(page);
      const code = await codeOf(page);
      await world.advance(31 * 60);
      await page.clock.fastForward('31:00');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este código expirou');
      await look(page, 'time over');
      await world.payPix({ code, force: true });
      await page.waitForURL('**/success?**');
      await look(page, 'success');
      await page.goto(buyer.at(`/access${query}`));
      await look(page, 'access');
      expect(found).toEqual([]);
    },
  );

  journey(
    `axe finds nothing on what follows a slip of ${brand}: slip, part of it paid`,
    { ...axeJourneyOptions, ...deep },
    async (buyer) => {
      const { page, world } = buyer;
      const { look, found } = findings();
      await reachPayment(buyer, `/${query}`);
      await orderSlip(page);
      await look(page, 'slip');
      await world.paySlip({ line: await codeOf(page), amount: 100_000, force: true });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falta uma parte do pagamento');
      await look(page, 'part of it paid');
      expect(found).toEqual([]);
    },
  );

  journey(
    `axe finds nothing while a card of ${brand} is looked at: the bank's question, working out`,
    { ...axeJourneyOptions, ...deep },
    async (buyer) => {
      const { page, world } = buyer;
      const { look, found } = findings();
      await reachPayment(buyer, `/${query}`);
      await payByCard(buyer, cards.challenge);
      await page.waitForURL('**/payment-verification?**');
      await page.frameLocator('iframe[name=challenge]').getByRole('button', { name: 'Sair sem responder' }).waitFor();
      await look(page, 'question');
      await page.getByRole('link', { name: 'Voltar e pagar de outra forma' }).click();
      await page.waitForURL('**/payment?**');
      await alive(page);
      await look(page, 'question left open');
      await world.faults('acquirer', [{ mode: 'processing', ms: 600_000 }]);
      await payByCard(buyer, cards.approved);
      await page.waitForURL('**/parsing?**');
      await look(page, 'working out');
      await world.faults('acquirer', []);
      expect(found).toEqual([]);
    },
  );
}
