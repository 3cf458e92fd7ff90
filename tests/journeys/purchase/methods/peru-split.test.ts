import { deep } from '#tests/support/depth.ts';
import { acceptTerms, alive, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { splitPayment, expectRemainder, typePartCard, partOf } from '#tests/support/browser/split-steps.ts';
import {
  goodDni,
  payYape,
  peruPhone,
  reachPeru,
  soles,
  typePeruCard,
  yapeCode,
} from '#tests/support/browser/peru-steps.ts';

journey('Peru by card: refused, and one press leads to Yape on the same order', deep, async (buyer) => {
  const { page, world, email } = buyer;
  const phone = peruPhone();
  await reachPeru(buyer, phone);
  await typePeruCard(buyer, '4000040000000008');
  await type(page.locator('input[name="card.document"]'), goodDni);
  await acceptTerms(page);
  await payButton(page).click();
  const suggestions = page.getByRole('navigation', { name: 'Qué puedes hacer ahora' });
  const ways = [/Dividir en dos tarjetas.*S\/\s594\.00 \+ S\/\s594\.00/, /Pagar con Yape.*S\/\s1,188\.00/];
  await expect(suggestions.getByRole('listitem')).toHaveText([...ways, /Pagar con PagoEfectivo.*S\/\s1,188\.00/]);
  await suggestions.getByRole('link', { name: /Yape/ }).click();
  await page.waitForURL('**/payment?**way=yape**');
  await alive(page);
  await expect(page.locator('input[name=method][value=yape]')).toBeChecked();
  await payYape(page, await yapeCode(buyer, phone));
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: soles }],
    attempts: ['card declined', 'yape captured'],
    grants: 1,
    breaks: [],
  });
});

journey('a part by card, the rest with Yape: both are held, then taken', deep, async (buyer) => {
  const { page, world, email } = buyer;
  const phone = peruPhone();
  await reachPeru(buyer, phone);
  await splitPayment(page);
  await partOf(page, 0, 'credit-card');
  await partOf(page, 1, 'yape');
  await type(page.locator('input[name="p0.amount"]'), '700.00');
  await expectRemainder(page, /S\/\s488\.00/);
  await typePartCard(buyer, 0, '4111111111111111', goodDni);
  await type(page.locator('input[name="p1.yape.code"]'), await yapeCode(buyer, phone));
  await type(page.locator('input[name="p1.yape.document"]'), goodDni);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: soles, received: soles }],
    grants: 1,
    breaks: [],
  });
  const charges = await world.charges();
  expect(charges.map(({ company, captured }) => `${company} ${captured}`).toSorted()).toEqual([
    'culqi 48800',
    'culqi 70000',
  ]);
});
