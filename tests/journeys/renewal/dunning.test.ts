import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { alive, openAccountPageAsBuyer, typeCard } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** A term whose charge fails, by the letter to the buyer's own page, and what else a subscription can be told there. */

/** Gives a card on the page where the buyer does that. */
async function giveCard(buyer: Journey, number: string, button: RegExp | string): Promise<void> {
  const { page } = buyer;
  await page.waitForURL('**/card/sub_**');
  await alive(page);
  await typeCard(buyer, number);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: button }).click();
}

journey(
  'a failed charge: the e-mail leads to the account page, another card is charged at once, and a pause holds',
  { ...axeJourneyOptions, timeout: 90_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    const here = await openAccountPageAsBuyer(buyer);
    await page.getByRole('link', { name: 'Cadastrar um cartão' }).click();
    await giveCard(buyer, '5105105105105100', 'Salvar este cartão');
    await expect(page.getByText('Cartão trocado: ele vale a partir da próxima cobrança')).toBeVisible();

    const sentEmail = async () =>
      (await world.mails(email)).find(({ subject }) => subject === 'O pagamento de meuSucesso não foi aprovado');
    await world.faults('acquirer', [{ mode: 'decline', code: '51' }]);
    try {
      await world.advance(14 * 86_400);
      await expect.poll(async () => (await sentEmail()) !== undefined).toBe(true);
    } finally {
      await world.faults('acquirer', []);
    }
    expect((await world.records(email)).attempts).not.toContain('card captured');
    await page.goto((await sentEmail())?.links.find((link) => link.includes('/renew/')) ?? '');
    await expect(page.getByText('Pagamento em atraso')).toBeVisible();

    await page.goto(here);
    await expect(page.getByText('O último pagamento não passou')).toBeVisible();
    await page.getByRole('link', { name: 'Pagar com outro cartão' }).click();
    await giveCard(buyer, '5555666677778884', /^Salvar e pagar/);
    await expect(page.getByText('Cartão trocado: estamos cobrando o valor em atraso agora')).toBeVisible();
    const paid = async () => (await world.records(email)).attempts.filter((one) => one === 'card captured').length;
    await expect.poll(paid).toBe(1);
    await page.goto(here);
    await expect(page.getByText('O último pagamento não passou')).toHaveCount(0);

    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(page.getByText('Assinatura em pausa: nada será cobrado até você voltar')).toBeVisible();
    await page.getByRole('button', { name: 'Voltar a usar' }).click();
    await expect(page.getByText('Assinatura ativa de novo')).toBeVisible();
    expect((await world.records(email)).breaks).toEqual([]);
  },
);
