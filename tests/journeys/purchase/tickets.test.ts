import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, orderPix, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { pressContinue } from '#tests/support/browser/presentation-steps.ts';

journey(
  'a ticket of the lot on sale is bought, and its seat is held from then on',
  async ({ page, at, email, world, product }) => {
    const left = async (): Promise<number> => {
      const answer = await fetch(`${product.checkout}/api/v1/product/vende-c-vip/tickets`);
      const { tickets } = (await answer.json()) as { tickets: { left: number }[] };
      return tickets[0]?.left ?? -1;
    };
    const before = await left();
    await page.goto(at('/?product=vc-vip'));
    await page.waitForURL('**/lead?**');
    await alive(page);
    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Pegar meu ingresso' }).click();
    await page.waitForURL('**/presentation?**');
    await pressContinue(page);
    await alive(page);
    const lots = page.getByRole('region', { name: 'Ingressos' }).getByRole('listitem');
    await expect(lots).toHaveCount(2);
    await expect(lots.nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(lots.nth(0)).toContainText(`Restam ${before} ingressos`);
    await expect(lots.nth(1)).toContainText('Próximo lote');
    expect(await axeInBothModes(page)).toEqual([]);
    expect(await left()).toBe(before);
    await orderPix(page);
    expect(await left()).toBe(before - 1);
    expect((await world.records(email)).orders).toMatchObject([{ state: 'open', total: 149_700 }]);
  },
);
