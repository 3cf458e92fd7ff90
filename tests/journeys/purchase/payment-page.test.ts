import type { Page } from '@playwright/test';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  payButton,
  reachPayment,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** A card is refused, and the page shows what can be done. */
async function declined(buyer: Journey): Promise<void> {
  await typeCard(buyer, cards.declined);
  await acceptTerms(buyer.page);
  await payButton(buyer.page).click();
  await expect(buyer.page.getByRole('navigation', { name: 'O que você pode fazer agora' })).toBeVisible();
}

journey('another card after a decline is chosen in place, in view, focused and announced', phone, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  await declined(buyer);
  await page.getByRole('link', { name: /Usar outro cartão/ }).click();
  const card = page.locator('input[name=method][value=credit-card]');
  await expect(card).toBeFocused();
  await expect(page.locator('#method-credit-card .card, #method-credit-card label').first()).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: 'Agora: cartão de crédito' })).toHaveCount(1);
  // The refusal is one line now, and the other suggestions are folded away.
  await expect(page.getByText('Não conseguimos processar a transação.')).toBeHidden();
  await expect(page.getByText('A última tentativa não foi aprovada. Agora: cartão de crédito.').first()).toBeVisible();
});

journey(
  'the Pix suggestion after a decline makes the code, since document and terms were given',
  { ...phone, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await reachPayment(buyer);
    await declined(buyer);
    const make = page.getByRole('button', { name: /^Gerar Pix de R\$\s1\.140,00$/ });
    // The suggestions came with the answer, and their styles with them.
    const widths = await make.evaluate((button) => [button.clientWidth, button.closest('li')?.clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    await make.click();
    await page.waitForURL('**/pix?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
  },
);

journey(
  'the split suggestion after a decline leads to the two parts, focused',
  { ...phone, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await reachPayment(buyer);
    await declined(buyer);
    await page
      .getByRole('link', { name: /^Dividir/ })
      .first()
      .click();
    await page.waitForURL('**ways=**#split-title');
    await alive(page);
    await expect(page.locator('#split-title')).toBeFocused();
    await expect(page.locator('#split-title')).toBeInViewport();
  },
);

journey('on a phone all ways to pay are in sight before the one that is open', { ...phone, ...deep }, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  const rows = page.locator('label:has(input[name=method])');
  const ends = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom + scrollY));
  const panel = await page
    .locator('iframe')
    .first()
    .evaluate((one) => one.getBoundingClientRect().top + scrollY);
  expect(Math.max(...ends)).toBeLessThan(Math.min(panel, 844));
  await page.locator('label:has(input[value=pix])').click();
  await page.reload();
  await alive(page);
  await expect(page.locator('input[name=method][value=pix]')).toBeChecked();
});

// The messages that a press brings move what is below them.
const messages = { allow: ['layout shift'] } as const;

journey('an empty form counts what is missing on the card with what is missing beside it', messages, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  await page.locator('label:has(input[value=credit-card])').click();
  await payButton(page).click();
  // Five fields of the card, its holder's document and the terms.
  await expect(page.getByText('Há 7 campos para revisar.')).toHaveCount(1);
  await type(page.locator('input[name="card.document"]'), buyerCpf);
  await payButton(page).click();
  await expect(page.getByText('Há 6 campos para revisar.')).toHaveCount(1);
});

journey('installments are said beside a card, not beside Pix or its code', { ...phone, ...deep }, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  const split = page.locator('#summary-narrow').getByText(/^ou 12x de R\$\s95,00/);
  await page.locator('label:has(input[value=credit-card])').click();
  await expect(split).toBeVisible();
  await page.locator('label:has(input[value=pix])').click();
  await expect(split).toBeHidden();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await expect(page.getByText('12x')).toHaveCount(0);
});

journey(
  'a coupon that is not applied never blocks paying: the button beside says so',
  { ...phone, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await reachPayment(buyer);
    await page.locator('label:has(input[value=pix])').click();
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(page);
    await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
    await type(page.locator('input[name=voucher]'), 'nada');
    await payButton(page).click();
    const without = page.getByRole('button', { name: /^Pagar sem cupom R\$\s1\.140,00$/ });
    await expect(without).toBeInViewport();
    await expect(page.getByText('Não encontramos este cupom. Confira o código.')).toBeVisible();
    await without.click();
    await page.waitForURL('**/pix?**');
  },
);

journey(
  'a coupon that is not applied never blocks paying without JavaScript',
  { javaScriptEnabled: false },
  async (buyer) => {
    const { page, at, email } = buyer;
    await page.goto(at('/lead?product=wup'));
    await page.locator('input[name=name]').fill('Maria da Silva');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=phone]').fill('11961234567');
    await payButton(page).click();
    await page.waitForURL('**/payment?**');
    await page.locator('label:has(input[value=pix])').click();
    await page.locator('input[name="pix.document"]').fill(buyerCpf);
    await page.locator('input[name=terms]').click();
    await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
    await page.locator('input[name=voucher]').fill('nada');
    await page.locator('form button[type=submit]:not([name])').last().click();
    await page.getByRole('button', { name: /^Pagar sem cupom/ }).click();
    await page.waitForURL('**/pix?**');
  },
);

/** Pairs of texts of the form whose boxes lie over each other. */
async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    const boxes: { text: string; box: DOMRect }[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility() || parent.closest('.visually-hidden, select'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width > 1 && box.height > 1) boxes.push({ text: node.textContent.trim(), box });
      }
    }
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ text, box }) =>
            text !== one.text &&
            Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
            Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 4,
        )
        .map(({ text }) => `${one.text} / ${text}`),
    );
  });
}

for (const width of [320, 360, 390]) {
  journey(
    `no two texts of the payment panels lie over each other at ${width} px`,
    { ...phone, ...deep, viewport: { width, height: 740 } },
    async (buyer) => {
      const { page } = buyer;
      await reachPayment(buyer);
      for (const method of ['credit-card', 'pix', 'bankslip']) {
        await page.locator(`label:has(input[name=method][value=${method}])`).click();
        expect(await overlaps(page)).toEqual([]);
      }
      const document = page.locator('input[name="bank-slip.document"]');
      await type(document, '123');
      await document.blur();
      await expect(page.getByRole('button', { name: 'Meu CNPJ tem letras' }).last()).toBeVisible();
      expect(await overlaps(page)).toEqual([]);
    },
  );
}
