/** @module-tag deep */
import { courseOpens, day, emailOf, linkTo, taken, textsTo } from '#tests/support/browser/after-payment-steps.ts';
import {
  startTrialWithCard,
  freshCard,
  startsOfNewBuyers,
  reachTrialWeek,
} from '#tests/support/browser/trial-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { freshPhone } from '#tests/support/browser/wallet-steps.ts';

/** A term that nobody pays, from the first refusal to the end of the subscription: on the buyer's own page and in letters. */

journey(
  'a card without balance is retried within its limits, access closes, and the subscription ends without debt',
  { timeout: 150_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    const phone = freshPhone();
    await reachTrialWeek(buyer, 'welcome', phone);
    await startTrialWithCard(buyer, freshCard(startsOfNewBuyers.emptyLater));
    const way = linkTo(await emailOf(buyer, /^O seu período grátis começou/), '/access');

    // The first charge comes, and is refused: nothing is closed yet.
    await world.advance(8 * day);
    const refused = await emailOf(buyer, /^O pagamento de meuSucesso não foi aprovado/);
    expect(refused.text).toMatch(/tentar de novo em \d\d\/\d\d\/\d{4}/);
    expect(refused.text).toMatch(/acesso continua aberto até \d\d\/\d\d\/\d{4}/);
    await page.goto(linkTo(refused, '/my-purchases/'));
    const own = page.url();
    await expect(page.getByText('O último pagamento não passou')).toBeVisible();
    await expect(page.getByText('Pagamento em atraso')).toBeVisible();
    expect(await courseOpens(buyer, page, way)).toBe(true);

    for (let days = 0; days < 8; days += 1) await world.advance(day);
    const closed = await emailOf(buyer, /^O seu acesso a meuSucesso está fechado/);
    expect(closed.text).toMatch(/assim que os 18\.720,00\sMT forem pagos, ele abre de novo/);
    const tries = ['card declined', 'card declined', 'card declined', 'card declined', 'card declined'];
    expect((await world.records(email)).attempts).toEqual(tries);
    await page.goto(own);
    await expect(page.getByText('O acesso está suspenso por falta de pagamento')).toBeVisible();
    await expect(page.getByText('Suspensa', { exact: true })).toBeVisible();
    expect(await courseOpens(buyer, page, way)).toBe(false);
    // A phone is told by day, whatever the hour is now.
    for (let thirds = 0; thirds < 3; thirds += 1) await world.advance(day / 3);
    await expect.poll(() => textsTo(buyer, `258${phone}`)).toMatch(/meuSucesso foi fechado por falta de pagamento/);

    await world.advance(18 * day);
    const warned = await emailOf(buyer, /^A sua assinatura de meuSucesso termina em \d\d\/\d\d\/\d{4}/);
    expect(warned.text).toContain('Se não quiser, não precisa de fazer nada');
    await world.advance(4 * day);
    const ended = await emailOf(buyer, /^A sua assinatura de meuSucesso foi encerrada/);
    expect(ended.text).toContain('Não há mais nada a pagar e nada mais será cobrado.');
    expect(linkTo(ended, '/renew/')).toBe('');
    await page.goto(linkTo(warned, '/my-purchases/'));
    await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
    for (const gone of ['Pagar com outro cartão', 'Mudar o cartão', 'Cancelar a assinatura'])
      await expect(page.getByText(gone)).toHaveCount(0);
    await page.goto(linkTo(closed, '/renew/'));
    await expect(
      page.getByText('Esta assinatura foi cancelada e não pode mais ser mudada por este link.'),
    ).toBeVisible();

    // Nothing follows.
    const subjects = (await world.mails(email)).map(({ subject }) => subject);
    expect(subjects.filter((one, index) => subjects.indexOf(one) !== index)).toEqual([]);
    await world.advance(14 * day);
    expect((await world.mails(email)).map(({ subject }) => subject)).toEqual(subjects);
    expect(await taken(buyer)).toEqual([]);
    // A job of its own calls the bill off.
    await expect
      .poll(async () => (await world.records(email)).orders.map(({ state }) => state))
      .toEqual(['paid', 'closed']);
    expect(await world.records(email)).toMatchObject({ attempts: tries, breaks: [] });
  },
);
