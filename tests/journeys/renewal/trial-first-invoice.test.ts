/** @module-tag deep */
import { day, emailOf, linkTo, taken } from '#tests/support/browser/after-payment-steps.ts';
import { startTrialWithCard, freshCard, reachTrialWeek } from '#tests/support/browser/trial-steps.ts';
import { alive, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { confirmRenewal } from '#tests/support/fixtures/sample-links.ts';
import { answerPhone, freshPhone } from '#tests/support/browser/wallet-steps.ts';

/** What comes when free time is over: a bill for whoever left no card, a charge for whoever did. */

const bill = 'Começar e receber a factura por e-mail';
const price = 'capture-principal 1872000';

journey(
  'a trial without a card is paid by phone, from the e-mail, on another device',
  { viewport: { width: 360, height: 740 }, timeout: 90_000 },
  async (buyer) => {
    const { page, world, email, person } = buyer;
    await reachTrialWeek(buyer, 'trial');
    await page.getByRole('button', { name: bill }).first().click();
    // Nothing of a card is asked, nor an address; what is agreed to is.
    await expect(page.locator('input[name=trial]')).toBeFocused();
    await expect(page.locator('input[name=addressLine1]')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.locator('#field-trial-error')).toBeVisible();
    await page.locator('input[name=trial]').click();
    await page.locator('input[name=terms]').click();
    await page.getByRole('button', { name: bill }).last().click();
    await page.waitForURL('**/success?**');
    await world.advance(day);
    const asked = await emailOf(buyer, /período grátis de meuSucesso termina em/);
    expect(asked.text).not.toMatch(/renov/i);
    expect(asked.text).toContain('18.720,00 MT');

    const other = await person();
    await other.goto(linkTo(asked, '/renew/'));
    await confirmRenewal({ page: other });
    await alive(other);
    const phone = freshPhone();
    await other.locator('label:has(input[name=method][value=m-pesa])').click();
    await type(other.locator('input[name="m-pesa.phone"]'), phone);
    await other.locator('input[name=terms]').click();
    await payButton(other).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirme no seu telemóvel');
    await answerPhone(buyer, phone, 'pin');
    await other.waitForURL('**/success-invoice?**');
    // The day of the first charge passes, and it is paid.
    await world.advance(8 * day);
    expect(await taken(buyer)).toEqual([price]);
    expect((await world.mails(email)).map(({ subject }) => subject).join('\n')).not.toMatch(/não recebemos|aprovado/);
  },
);

journey('a trial with a card is announced before its first charge, which comes once', async (buyer) => {
  const { world } = buyer;
  await reachTrialWeek(buyer, 'welcome');
  await startTrialWithCard(buyer, freshCard());
  await world.advance(5 * day);
  const reminder = await emailOf(buyer, /^O seu período grátis de meuSucesso termina em/);
  expect(reminder.text).toMatch(/faremos a primeira cobrança, de 18\.720,00\sMT/);
  expect(await taken(buyer)).toEqual([]);
  await world.advance(3 * day);
  await expect.poll(() => taken(buyer)).toEqual([price]);
  await world.advance(2 * day);
  expect(await taken(buyer)).toEqual([price]);
});
