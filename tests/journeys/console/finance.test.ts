import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  cure,
  expectAccessible,
  expectExplained,
  expectSaid,
  signIn,
  timed,
} from '#tests/support/browser/console-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { type ApiSale, buyByApi, expectState, refundByToken } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const paidOutWithin = 60_000;
const answeredWithin = 300_000;
const workedWithin = 300_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 300_000 };
/** A refund that no company makes calls for somebody in the log. */
const byHand: JourneyOptions = { ...options, allow: [...(options.allow ?? []), 'server error'] };
/** An account is paid a day after it was given: who took the mailbox over would have it at once otherwise. */
const overADay = 25 * 3600;

/** The buyer names the account, by the link of the e-mail that asks for it. */
async function nameAccount({ world, email, product }: Journey, { visitor }: ApiSale): Promise<void> {
  const find = async (): Promise<string | undefined> =>
    (await world.mails(email)).flatMap(({ links }) => links).find((link) => link.includes('/withdraw/'));
  await expect.poll(async () => (await find()) !== undefined, { timeout: 30_000 }).toBe(true);
  const { pathname, search } = new URL((await find()) ?? '', product.checkout);
  const here = await visitor.led('GET', pathname + search);
  await visitor.led('POST', here, { form: { intent: 'details', key: email } });
}

journey('A refund of a slip is paid at the bank and recorded from the list of tasks', byHand, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email, tenders: [{ method: 'bankslip' }] });
  await buyer.world.paySlip({ line: sale.code ?? '' });
  await expectState(sale, 'paid');
  await refundByToken(sale, sale.total);
  await nameAccount(buyer, sale);
  await buyer.world.advance(overADay);

  const page = await signIn(buyer, 'Caio', '/tasks');
  await page.goto(`${buyer.product.console}/sales/${sale.id}`);
  await expectExplained(page, 'refund-payout-ready');
  await timed('J7, a refund paid out by hand', paidOutWithin, async () => {
    await cure(page, 'Registrar pagamento');
    const panel = page.locator('[data-task=pay-out-refund]');
    await expect(panel).toContainText('Maria da Silva');
    await expect(panel).toContainText(buyer.email);
    await page.keyboard.press('d');
    const sheet = page.getByRole('dialog', { name: 'Registrar o pagamento' });
    await sheet.getByLabel('Identificador do pagamento').fill(`E00000000202611272330${sale.number.padStart(11, '0')}`);
    await page.keyboard.press('Control+Enter');
    await expectSaid(page, 'Tarefa terminada');
  });
  await expectAccessible(page);
  await page.goto(`${buyer.product.console}/sales/${sale.id}`);
  await expectExplained(page, 'refunded');
  await expect
    .poll(async () =>
      (await buyer.world.mails(buyer.email)).some(({ subject }) =>
        subject.startsWith(`Devolução do pedido ${sale.reference}`),
      ),
    )
    .toBe(true);
});

journey(
  'A slip that is paid twice: the second payment is a task that is paid back to the account the buyer names',
  byHand,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email, tenders: [{ method: 'bankslip' }] });
    const line = sale.code ?? '';
    await buyer.world.paySlip({ line, times: 2, force: true });
    await expectState(sale, 'paid');
    const page = await signIn(buyer, 'Caio', '/tasks');
    await page.goto(`${buyer.product.console}/sales/${sale.id}`);
    await expectExplained(page, 'surplus-payout-wanted');
    await expect(page.locator('[data-rule]')).toContainText('Sobraram');
    await expectAccessible(page);
    await nameAccount(buyer, sale);
    await buyer.world.advance(overADay);

    const again = await signIn(buyer, 'Caio', '/');
    await again.goto(`${buyer.product.console}/sales/${sale.id}`);
    await expectExplained(again, 'surplus-payout-ready');
    await timed('J12, a surplus worked', workedWithin, async () => {
      await cure(again, 'Registrar pagamento');
      const panel = again.locator('[data-task=give-back-by-hand]');
      await expect(panel.getByRole('heading', { name: 'O que fazer' })).toBeVisible();
      await again.keyboard.press('t');
      await expectSaid(again, 'A tarefa é sua');
      await panel.getByRole('button', { name: /^Registrar o pagamento/ }).click();
      const sheet = again.getByRole('dialog', { name: 'Registrar o pagamento' });
      await sheet
        .getByLabel('Identificador do pagamento')
        .fill(`E00000000202611272331${sale.number.padStart(11, '0')}`);
      await again.keyboard.press('Control+Enter');
      await expectSaid(again, 'Tarefa terminada');
    });
    await again.goto(`${buyer.product.console}/sales/${sale.id}`);
    await expectExplained(again, 'paid-and-surplus-returned');
  },
);

journey('A dispute is answered with its evidence before its deadline', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email, tenders: [{ method: 'credit-card' }] });
  await expectState(sale, 'paid');
  const [charge] = await buyer.world.charges();
  const disputed = await fetch(`${buyer.product.sandbox}/sandbox/card/reverse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge: charge?.id, kind: 'dispute', reason: '13.1', days: 7 }),
  });
  expect(disputed.ok, await disputed.clone().text()).toBe(true);

  const page = await signIn(buyer, 'Caio', '/');
  await page.goto(`${buyer.product.console}/sales/${sale.id}`);
  await expectExplained(page, 'dispute-evidence-due');
  await timed('J9, a dispute answered', answeredWithin, async () => {
    await cure(page, 'Responder contestação');
    await expect(page.getByRole('heading', { name: 'Não recebeu o curso' })).toBeVisible();
    await page.getByRole('button', { name: 'Responder' }).click();
    const sheet = page.getByRole('dialog', { name: 'Responder' });
    await sheet.getByLabel('Uma frase da escola').fill('O acesso foi aberto no mesmo minuto.');
    const file = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Baixar PDF' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
    await sheet.getByLabel('Número do caso na empresa').fill('CB-2026-4711');
    await sheet.getByRole('button', { name: 'Registrar a entrega' }).click();
    await expectSaid(page, 'Resposta registrada');
  });
  await expect(page.getByText('CB-2026-4711')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Contestações' }).first().click();
  await expect(page.getByRole('table', { name: 'Contestações' })).toContainText('Respondida');
  await expectAccessible(page);
});
