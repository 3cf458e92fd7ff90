import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expectAccessible, expectExplained, signIn, timed } from '#tests/support/browser/console-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';

/** How long somebody of the help desk may look for the reason of a sale, in milliseconds. */
const explainedWithin = 60_000;

journey(
  'A mistyped address: the sale page says that the access e-mail bounced, and opens to what is stored',
  { ...axeJourneyOptions, timeout: 240_000 },
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: `unknown-${buyer.email}` });
    await buyer.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await timed('J1, a bounced e-mail explained', explainedWithin, () => expectExplained(page, 'access-email-bounced'));
    await expect(page.locator('[data-rule]')).toContainText('550');
    await page.keyboard.press(']');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]event=/);
    await expect(page.locator('dl').first()).toContainText('Quando');
    await expectAccessible(page);
  },
);
