/** @module-tag deep */
import { addMonths, daysBetween, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { courseOpens, day, emailOf, linkTo, taken, todayIn } from '#tests/support/browser/after-payment-steps.ts';
import { startTrialWithCard, freshCard, freshCpf, reachTrialWeek } from '#tests/support/browser/trial-steps.ts';
import { acceptTerms, alive, choose, typeCard } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { ownPhone, walkTo } from '#tests/support/browser/walk-flow.ts';

/** Free time that a card follows, to its first charge; and free time that its buyer ends before. */

const price = 'capture-principal 238800';

journey(
  'three months free: a card is verified, the first charge is agreed to, announced, and made once',
  { timeout: 120_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    await walkTo(buyer, '/?product=live', '/payment', { phone: ownPhone() });
    await alive(page);
    const today = await todayIn(buyer, 'BR');
    // What the page says, which may have been drawn before midnight.
    const box = page.locator('label', { hasText: 'Concordo com a primeira cobrança' });
    await expect(box).toContainText(/R\$\s2\.388,00 em \d\d\/\d\d\/\d{4}/);
    const on = / em (\d\d\/\d\d\/\d{4})/.exec(await box.innerText())?.[1] ?? '';
    expect([today, await todayIn(buyer, 'BR')].map((one) => formatLocalDate(addMonths(one, 3)))).toContain(on);
    await choose(page, 'credit-card');
    await typeCard(buyer, freshCard(), freshCpf());
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Começar grátis' }).click();
    await expect(page.locator('#field-trial-error')).toBeVisible();
    await page.locator('input[name=trial]').click();
    await page.getByRole('button', { name: 'Começar grátis' }).click();
    await page.waitForURL('**/success?**');

    const begun = await emailOf(buyer, /^Seu período grátis começou: Wise Up ao vivo/);
    expect(begun.text).toContain(on);
    expect(begun.text).toMatch(/R\$\s2\.388,00/);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', total: 0, received: 0 }],
      attempts: [],
      ledger: [],
      grants: 1,
    });
    await page.goto(linkTo(begun, '/my-purchases/'));
    await expect(page.getByText('Período grátis', { exact: true })).toBeVisible();
    await expect(page.getByText(new RegExp(String.raw`R\$\s2\.388,00 em ${on}`))).toBeVisible();

    // Five days before nothing is said, two days before it is, and nothing was taken.
    const days = daysBetween(today, addMonths(today, 3));
    await world.advance((days - 5) * day);
    expect((await world.mails(email)).map(({ subject }) => subject)).toEqual([begun.subject]);
    await world.advance(3 * day);
    const ahead = await emailOf(buyer, /^Seu período grátis de Wise Up ao vivo termina em/);
    expect(ahead.text).toMatch(new RegExp(String.raw`Em ${on} faremos a primeira cobrança, de R\$\s2\.388,00`));
    expect(await taken(buyer)).toEqual([]);
    await world.advance(3 * day);
    await expect.poll(() => taken(buyer)).toEqual([price]);
    const receipt = await emailOf(buyer, /^Pagamento confirmado: Wise Up ao vivo/);
    expect(receipt.text).toContain(`O período pago vai de ${on} a`);
    await page.goto(linkTo(ahead, '/my-purchases/'));
    await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
    await world.advance(2 * day);
    expect(await taken(buyer)).toEqual([price]);
    expect(await world.records(email)).toMatchObject({ attempts: ['card captured'], breaks: [] });
  },
);

journey('a trial ended on the account page before the first charge costs nothing', async (buyer) => {
  const { page, world, email } = buyer;
  await reachTrialWeek(buyer, 'welcome');
  await startTrialWithCard(buyer, freshCard());
  const begun = await emailOf(buyer, /^O seu período grátis começou/);
  await world.advance(2 * day);
  await page.goto(linkTo(begun, '/my-purchases/'));
  const own = page.url();
  await page.getByRole('button', { name: 'Cancelar a assinatura' }).click();
  await expect(page.getByText(/^Cancelada: o acesso vai até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  // What was free stays free to its end.
  expect(await courseOpens(buyer, page, linkTo(begun, '/access'))).toBe(true);
  await world.advance(7 * day);
  expect(await courseOpens(buyer, page, linkTo(begun, '/access'))).toBe(false);
  await page.goto(own);
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 0 }],
    attempts: [],
    ledger: [],
    breaks: [],
  });
  expect((await world.mails(email)).map(({ subject }) => subject).join('\n')).not.toMatch(/aprovado|recebemos/);
});
