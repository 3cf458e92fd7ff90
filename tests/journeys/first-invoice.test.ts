import { passesLuhn } from '#src/kernel/validation/luhn.ts';
import { alive, payButton, type } from '#tests/support/journey-steps.ts';
import { expect, journey, type Journey } from '#tests/support/journey.ts';
import { typeAddress, typeCardData } from '#tests/support/mozambique-steps.ts';
import { goOn, reachStep } from '#tests/support/presentation-steps.ts';
import { confirmRenewal } from '#tests/support/sample-links.ts';
import { answerPhone, freshPhone } from '#tests/support/wallet-steps.ts';

/** What comes when free time is over: a bill for whoever left no card, a charge for whoever did. */

const day = 86_400;
const bill = 'Começar e receber a factura por e-mail';
const price = 'capture-principal 1872000';

async function reachTrial(buyer: Journey, flowId: string): Promise<void> {
  await reachStep(buyer, `/?product=ms&lang=pt-mz&flowId=${flowId}`, '/presentation', freshPhone());
  await goOn(buyer.page);
  await alive(buyer.page);
}

async function letter({ world, email }: Journey, subject: RegExp) {
  const find = async () => (await world.mails(email)).find((one) => subject.test(one.subject));
  await expect.poll(async () => (await find())?.subject).toMatch(subject);
  return (await find()) ?? { subject: '', text: '', links: [] };
}

/** A card that nobody had free time by, which its bank approves: its last digit says so. */
function freshCard(): string {
  const start = `411111${String(Date.now()).slice(-8)}`;
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}1`).find(passesLuhn);
  if (number === undefined) throw new Error('Every number has a digit that makes it pass');
  return number;
}

const ledger = async ({ world, email }: Journey) => (await world.records(email)).ledger;

journey(
  'who has no card begins without one, and pays the first term by phone, from the letter, on another device',
  { viewport: { width: 360, height: 740 }, timeout: 90_000 },
  async (buyer) => {
    const { page, world, email, person } = buyer;
    await reachTrial(buyer, 'trial');
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
    const asked = await letter(buyer, /período grátis de meuSucesso termina em/);
    expect(asked.text).not.toMatch(/renov/i);
    expect(asked.text).toContain('18.720,00 MT');

    const other = await person();
    await other.goto(asked.links.find((link) => link.includes('/renew/')) ?? '');
    await confirmRenewal({ page: other });
    await alive(other);
    const phone = freshPhone();
    await other.locator('label:has(input[name=method][value=m-pesa])').click();
    await type(other.locator('input[name="m-pesa.phone"]'), phone);
    await other.getByRole('button', { name: 'Continuar' }).click();
    await typeAddress({ page: other });
    await other.locator('input[name=terms]').click();
    await payButton(other).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirme no seu telemóvel');
    await answerPhone(buyer, phone, 'pin');
    await other.waitForURL('**/success-invoice?**');
    // The day of the first charge passes, and it is paid.
    await world.advance(8 * day);
    expect(await ledger(buyer)).toEqual([price]);
    expect((await world.mails(email)).map(({ subject }) => subject).join('\n')).not.toMatch(/não recebemos|aprovado/);
  },
);

journey('who left a card is reminded before its first charge, which comes once', async (buyer) => {
  const { page, world } = buyer;
  await reachTrial(buyer, 'welcome');
  await typeCardData(buyer, freshCard());
  await page.getByRole('button', { name: 'Continuar' }).click();
  await typeAddress(buyer);
  await page.locator('input[name=terms]').click();
  await page.locator('input[name=trial]').click();
  await page.getByRole('button', { name: 'Começar grátis' }).click();
  await page.waitForURL('**/subscription-welcome?**');
  await world.advance(5 * day);
  const reminder = await letter(buyer, /^O seu período grátis de meuSucesso termina em/);
  expect(reminder.text).toMatch(/faremos a primeira cobrança, de 18\.720,00\sMT/);
  expect(await ledger(buyer)).toEqual([]);
  await world.advance(3 * day);
  await expect.poll(() => ledger(buyer)).toEqual([price]);
  await world.advance(2 * day);
  expect(await ledger(buyer)).toEqual([price]);
});
