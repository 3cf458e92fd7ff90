/** @module-tag deep */
import { alive, codeOf, reachPayment, settled } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { expectRemainder } from '#tests/support/browser/split-steps.ts';

journey('the parts are set up by keys alone', async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer);
  const link = page.getByRole('link', { name: 'Pagar de duas formas' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment?**ways=**');
  await alive(page);
  await page.locator('select[name="p0.method"]').focus();
  await page.keyboard.type('Pix');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('400');
  await expectRemainder(page, /R\$\s740,00/);
  await page.locator('select[name="p1.method"]').focus();
  await page.keyboard.type('Pix');
  await page.locator('input[name="p0.pix.document"]').focus();
  await page.keyboard.type('39053344705');
  await page.locator('input[name=terms]').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.locator('input[name="p0.amount"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pix?**');
  const first = await codeOf(page);
  await world.payPix({ code: first });
  // The page goes on to the other part by itself.
  await expect(page.locator('#root')).toContainText(/R\$\s740,00/);
  await expect.poll(() => codeOf(page)).not.toBe(first);
  await settled(page);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).attempts).toEqual(['pix captured', 'pix captured']);
});
