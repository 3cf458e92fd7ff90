import { alive } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey('a toast goes by itself after 5 s, waits under the pointer and the focus, and can be closed', async (buyer) => {
  const { page, context, at } = buyer;
  await page.goto(at('/lead?product=wup'));
  await alive(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = (text: string) => page.getByRole('status').getByText(text);
  const [gone, back] = [toast('Você está sem internet.'), toast('A internet voltou.')];

  await context.setOffline(true);
  await expect(gone).toBeVisible();
  await page.clock.runFor(4900);
  await expect(gone).toBeVisible();
  await page.clock.runFor(200);
  await expect(gone).toHaveCount(0);

  await context.setOffline(false);
  await back.hover();
  await page.clock.runFor(20_000);
  await expect(back).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5100);
  await expect(back).toHaveCount(0);

  await context.setOffline(true);
  await expect(gone).toBeVisible();
  const close = page.getByRole('status').getByRole('button', { name: 'Fechar' });
  await close.focus();
  await page.clock.runFor(20_000);
  await expect(gone).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(gone).toHaveCount(0);
  await context.setOffline(false);
});
