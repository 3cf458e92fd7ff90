/** @module-tag deep */
import { addDays, addMonths, formatLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import { courseOpens, day, emailOf, linkTo, taken, todayIn } from '#tests/support/browser/after-payment-steps.ts';
import { startTrialByInvoice, freshCard, reachTrialWeek } from '#tests/support/browser/trial-steps.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  choose,
  codeOf,
  payButton,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { payByPix } from '#tests/support/browser/presentation-steps.ts';
import { confirmRenewal } from '#tests/support/fixtures/sample-links.ts';
import { walkTo } from '#tests/support/browser/walk-flow.ts';

/** Access that was closed because a term was not paid, and opens again as soon as it is: from that day on, a whole term. */

/** Midnight may pass while a buyer pays. */
const eitherDay = (before: LocalDate, after: LocalDate, dayOf: (today: LocalDate) => LocalDate) =>
  new RegExp([before, after].map((today) => formatLocalDate(dayOf(today))).join('|'));

journey(
  'the e-mail’s link opens on another device, a Pix pays, and access returns',
  { timeout: 120_000 },
  async (buyer) => {
    const { page, world, email, person } = buyer;
    await walkTo(buyer, '/?product=conquer&planId=conquer-monthly-t', '/payment');
    await alive(page);
    await payByPix(buyer);
    const way = linkTo(await emailOf(buyer, /^Pagamento confirmado: Conquer Plus/), '/access');

    await world.advance(26 * day);
    await emailOf(buyer, /^Sua renovação de Conquer Plus vence em/);
    await world.advance(7 * day);
    await emailOf(buyer, /^Ainda não recebemos o pagamento de Conquer Plus/);
    expect(await courseOpens(buyer, page, way)).toBe(true);
    await world.advance(8 * day);
    const closed = await emailOf(buyer, /^Seu acesso a Conquer Plus está fechado/);
    expect(closed.text).toContain('com um período inteiro a partir desse dia');
    expect(await courseOpens(buyer, page, way)).toBe(false);
    // The buyer's own page leads there as well; no card pays this plan.
    await page.goto(linkTo(closed, '/my-purchases/'));
    await expect(page.getByText(/^R\$\s99,00, desde \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    await expect(page.getByText('Pagar com outro cartão')).toHaveCount(0);
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    await page.waitForURL('**/renew/sub_**');
    await expect(page.getByText('O período novo começa no dia em que for pago')).toBeVisible();

    const other = await person();
    const before = await todayIn(buyer, 'BR');
    await other.goto(linkTo(closed, '/renew/'));
    await expect(other.getByText('Suspensa', { exact: true })).toBeVisible();
    await confirmRenewal({ page: other });
    await alive(other);
    await choose(other, 'pix');
    await type(other.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(other);
    await payButton(other).click();
    await other.locator('textarea').first().waitFor();
    await world.payPix({ code: await codeOf(other) });
    await other.waitForURL('**/success-invoice?**');
    const after = await todayIn(buyer, 'BR');

    expect(await courseOpens(buyer, page, way)).toBe(true);
    expect(await taken(buyer)).toEqual(['capture-principal 9900', 'capture-principal 9900']);
    // The case is closed by a job that comes round every two minutes.
    await world.advance(120);
    const open = await emailOf(buyer, /^Tudo certo: Conquer Plus está aberto de novo/);
    expect(open.text).toMatch(eitherDay(before, after, (today) => addDays(addMonths(today, 1), -1)));
    await page.goto(linkTo(closed, '/my-purchases/'));
    await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
    // The day on which it would have ended passes.
    await world.advance(23 * day);
    await page.reload();
    await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
    expect(await world.records(email)).toMatchObject({ breaks: [] });
  },
);

journey(
  'a card saved on the account page pays what is owed at once, and access returns',
  { timeout: 120_000 },
  async (buyer) => {
    const { page, world, email, person, product } = buyer;
    await reachTrialWeek(buyer, 'trial');
    await startTrialByInvoice(buyer);
    const way = linkTo(await emailOf(buyer, /^O seu período grátis começou/), '/access');
    await world.advance(9 * day);
    await emailOf(buyer, /^Ainda não recebemos o pagamento de meuSucesso/);
    await world.advance(8 * day);
    const closed = await emailOf(buyer, /^O seu acesso a meuSucesso está fechado/);
    expect(await courseOpens(buyer, page, way)).toBe(false);

    const other = await person();
    await other.goto(linkTo(closed, '/my-purchases/'));
    const own = other.url();
    await expect(other.getByText('O acesso está suspenso por falta de pagamento')).toBeVisible();
    await other.getByRole('link', { name: 'Pagar com outro cartão' }).click();
    await other.waitForURL('**/card/sub_**');
    await alive(other);
    await expect(other.getByText(/^Há 18\.720,00\sMT em atraso/)).toBeVisible();
    await typeCardData({ page: other, product }, freshCard());
    await other.getByRole('checkbox').click();
    const before = await todayIn(buyer, 'MZ');
    await other.getByRole('button', { name: /^Guardar e pagar/ }).click();
    await expect(other.getByText('Cartão mudado: estamos a cobrar o valor em atraso agora')).toBeVisible();
    await expect.poll(() => taken(buyer)).toEqual(['capture-principal 1872000']);
    const after = await todayIn(buyer, 'MZ');

    await other.goto(own);
    await expect(other.getByText('O acesso está suspenso por falta de pagamento')).toHaveCount(0);
    await expect(other.getByText('Activa', { exact: true })).toBeVisible();
    await expect(other.getByText(/final \d{4}, validade 08\/31/)).toBeVisible();
    expect(await courseOpens(buyer, page, way)).toBe(true);
    await world.advance(120);
    const open = await emailOf(buyer, /^Tudo certo: meuSucesso está aberto de novo/);
    expect(open.text).toMatch(eitherDay(before, after, (today) => addDays(addMonths(today, 12), -1)));
    await world.advance(23 * day);
    expect(await taken(buyer)).toEqual(['capture-principal 1872000']);
    expect(await world.records(email)).toMatchObject({ attempts: ['card captured'], breaks: [] });
  },
);
