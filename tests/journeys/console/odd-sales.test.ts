import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { cards } from '#tests/support/browser/purchase-steps.ts';
import {
  cure,
  expectAccessible,
  expectExplained,
  goOnByLink,
  moreActs,
  signIn,
  timed,
} from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const explainedWithin = 60_000;
const curedWithin = 120_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 240_000 };

journey(
  'A school’s system that refuses webhooks: the sale names it, and its resend delivers',
  options,
  async (buyer) => {
    const { world, product } = buyer;
    await world.faults('school', [{ mode: 'maintenance', school: 'wise-up' }]);
    try {
      const sale = await buyByApi(product, { email: buyer.email });
      await world.payPix({ code: sale.code ?? '' });
      await expectState(sale, 'paid');
      const page = await signIn(buyer, 'Fábio', `/sales/${sale.id}`);
      await timed('J1, a refused webhook explained', explainedWithin, () =>
        expectExplained(page, /^webhook-(?:refused|given-up)$/),
      );
      await expect(page.locator('[data-rule]')).toContainText('wise-up/platform');
      await expect(page.locator('[data-rule]')).toContainText('503');
      await expectAccessible(page);
      await world.faults('school', []);
      await timed('J1, a refused webhook cured', curedWithin, async () => {
        await cure(page, 'Ver webhooks');
        await page.getByRole('link', { name: /wise-up\/platform/ }).click();
        await page.getByRole('button', { name: 'Reenviar', exact: true }).click();
        const sheet = page.getByRole('dialog', { name: 'Reenviar' });
        await sheet.getByRole('button', { name: 'Reenviar eventos' }).click();
        await expect(sheet).toBeHidden();
        await page.goto(`${product.console}/sales/${sale.id}`);
        await expectExplained(page, 'paid', 60_000);
      });
    } finally {
      await world.faults('school', []);
    }
  },
);

journey(
  'A card that was said to be declined and was paid: the sale learns it by asking the company',
  options,
  async (buyer) => {
    const { world, product } = buyer;
    await world.faults('acquirer', [{ mode: 'late-truth', ms: 1_500, times: 1 }]);
    await world.faults('notifications', [{ mode: 'drop', from: 'acquirer' }]);
    try {
      const sale = await buyByApi(product, { email: buyer.email, tenders: [{ method: 'credit-card' }] });
      const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
      await expectExplained(page, /^declined/);
      await expect.poll(async () => (await world.charges())[0]?.captured, { timeout: 20_000 }).toBe(sale.total);
      await timed('J1, a late truth asked for', curedWithin, async () => {
        await moreActs(page, 'Perguntar à empresa');
        await page.getByRole('button', { name: 'Perguntar agora' }).click();
        await expect(page.getByText('Havia novidade: a venda foi atualizada.')).toBeVisible();
        await page.keyboard.press('Escape');
        await expectExplained(page, 'paid-after-refusal');
      });
      await expect(page.locator('[data-rule]')).toContainText('depois de a cobrança constar como encerrada');
      await expectAccessible(page);
    } finally {
      await world.faults('acquirer', []);
      await world.faults('notifications', []);
    }
  },
);

journey(
  'A code that is paid twice: the sale says that the second payment goes back by itself',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email });
    await buyer.world.payPix({ code: sale.code ?? '', times: 2 });
    await expectState(sale, 'paid');
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await timed('J1, a second payment explained', explainedWithin, () =>
      expectExplained(page, 'paid-and-surplus-returned', explainedWithin),
    );
    await expect(page.locator('[data-rule]')).toContainText('que sobraram já voltaram');
    await expect.poll(() => buyer.world.charges()).toMatchObject([{ refunded: sale.total }]);
    await expectAccessible(page);
  },
);

journey(
  'A slip and a Pix that are both paid: the sale names two payments, and one goes back',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email, tenders: [{ method: 'bankslip' }] });
    const pix = await sale.payBy({ method: 'pix' });
    await buyer.world.paySlip({ line: sale.code ?? '', force: true });
    await expectState(sale, 'paid');
    await buyer.world.payPix({ code: pix, force: true });
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await timed('J1, two captures explained', explainedWithin, () =>
      expectExplained(page, /^(?:surplus-two-captures|paid-and-surplus-returned)$/, explainedWithin),
    );
    await expectExplained(page, 'paid-and-surplus-returned', explainedWithin);
    await expectAccessible(page);
  },
);

journey(
  'A purchase in two parts that came to nothing: the sale says so, and a link starts it again',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, {
      email: buyer.email,
      tenders: [
        { method: 'credit-card', amount: 70_000 },
        { method: 'credit-card', amount: 44_000, number: cards.declined },
      ],
    });
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await expectExplained(page, 'split-part-declined');
    await expectAccessible(page);
    await buyer.world.advance(3 * 3600);

    const later = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await timed('J1, an undone order explained', explainedWithin, () => expectExplained(later, 'split-undone'));
    await expect(later.locator('[data-rule]')).toContainText('Nada ficou cobrado');
    const sheet = later.getByRole('dialog', { name: 'Link da compra' });
    const url = await timed('J1, an undone order cured', curedWithin, async () => {
      await cure(later, 'Link para pagar');
      await sheet.getByRole('button', { name: 'Criar link curto' }).click();
      return sheet.locator('code').innerText();
    });
    expect(await goOnByLink(buyer, url)).toMatch(/^000201/);
    expect((await buyer.world.charges()).map(({ captured }) => captured)).toEqual([0, 0, 0]);
  },
);
