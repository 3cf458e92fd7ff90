import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
beforeAll(async () => (stage = await openPages()));
afterAll(() => stage.close());

const phone = '84 111 2223';
const contact = { name: 'Graça Machava', phone: '84 123 4567', country: 'MZ' };

const address = {
  addressLine1: 'Avenida Julius Nyerere',
  addressLine2: '1240',
  neighbourhood: 'Sommerschield',
  city: 'Maputo',
  state: 'MPM',
};

/** A buyer on the payment page of a course in Mozambique, with a payment method of the market. */
async function buyerInMozambique(email: string) {
  const buyer = await payingBuyer(stage);
  const begun = await buyer.post('/lead?product=ms&lang=pt-mz', { ...contact, email });
  const url = `/payment${begun.to.slice(begun.to.indexOf('?'))}`;
  const press = async () => {
    const { data } = await buyer.get(url);
    const form = data as { quoteId: string; idempotencyKey: string; amount: number };
    const fields = { quoteId: form.quoteId, key: form.idempotencyKey, amount: String(form.amount) };
    return buyer.post(url, { ...fields, ...address, method: 'm-pesa', 'm-pesa.phone': phone, terms: 'yes' });
  };
  buyer.world.gateway.behavior = 'await';
  return { ...buyer, press };
}

test('the payment page says that a phone is asked for another payment, and keeps what was typed', async () => {
  const owner = await buyerInMozambique('dona@exemplo.co.mz');
  expect((await owner.press()).status).toBe(303);
  expect(owner.world.gateway.starts).toBe(1);
  const other = await buyerInMozambique('outro@exemplo.co.mz');
  const refused = await other.press();
  expect(refused.form).toMatchObject({
    errors: { form: 'payment.error.prompt-open' },
    values: { method: 'm-pesa', 'm-pesa.phone': phone },
  });
  expect(other.world.gateway.starts).toBe(0);
});

test('a buyer who presses twice for the same phone sees the open prompt', async () => {
  const buyer = await buyerInMozambique('duas@exemplo.co.mz');
  buyer.world.clock.advance(200_000);
  const first = await buyer.press();
  const second = await buyer.press();
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.to).toMatch(/^\/parsing/);
  expect(buyer.world.gateway.starts).toBe(1);
});
