import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import { type AcquirerApi, openAcquirerApi } from '#tests/support/worlds/acquirer-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterAll(() => api.close());

const asks = '4000000000001091';
const asksToo = '5200000000001096';

/** Tenders of two cards that split the price. */
async function payByTwo(first: string, second: string): Promise<string> {
  const buyer = api.world.newBuyer();
  const leadId = await api.leadOf(buyer);
  const part = async (number: string, amount: number) => ({
    method: 'credit-card',
    amount,
    fields: await api.cardFields(number),
  });
  const paid = await api.pay(buyer, leadId, [await part(first, 64_000), await part(second, 50_000)]);
  expect([201, 202, 402]).toContain(paid.status);
  return String(paid.json['orderId']);
}

const attemptsOf = (orderId: string) =>
  api.database.db
    .selectFrom('attempts')
    .select(['id', 'state', 'next_action', 'decline_code'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
const statesOf = async (orderId: string): Promise<string[]> => (await attemptsOf(orderId)).map(({ state }) => state);
const orderState = async (orderId: string): Promise<string> =>
  (await api.database.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow())
    .state;

/** The buyer passes the challenge of a part, and the page polls its attempt. */
async function answer(orderId: string, part: number, word: 'approve' | 'refuse'): Promise<void> {
  const attempt = (await attemptsOf(orderId))[part];
  const { url, fields } = JSON.parse(JSON.stringify(attempt?.next_action ?? {}));
  const send = (to: string, form: Record<string, string>): Promise<Response> =>
    fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const question = await (await send(String(url), { creq: String(Object(fields)['creq']) })).text();
  const transaction = /name="transaction" value="([^"]+)"/.exec(question)?.[1] ?? '';
  await send(`${api.sandboxWorld.world.origin}/acquirer/acs/answer`, { transaction, answer: word });
  await pollAttempt(api.world.ctx, attempt?.id ?? '', 'check');
}

const inBook = (): number => api.sandboxWorld.world.book().movements.reduce((sum, { amount }) => sum + amount, 0);

describe('two cards with bank challenges', () => {
  test('are challenged in sequence, and nothing is captured before both succeeded', async () => {
    const before = inBook();
    const orderId = await payByTwo(asks, asksToo);
    expect(await statesOf(orderId)).toEqual(['awaiting-buyer', 'created']);
    await answer(orderId, 0, 'approve');
    expect(await statesOf(orderId)).toEqual(['authorized', 'awaiting-buyer']);
    expect(inBook()).toBe(before);
    await answer(orderId, 1, 'approve');
    expect(await statesOf(orderId)).toEqual(['captured', 'captured']);
    expect([await orderState(orderId), inBook() - before]).toEqual(['paid', 114_000]);
  });

  test('with the first failed: the second is never challenged', async () => {
    const before = inBook();
    const orderId = await payByTwo(asks, asksToo);
    await answer(orderId, 0, 'refuse');
    const [first, second] = await attemptsOf(orderId);
    expect([first?.state, first?.decline_code]).toEqual(['declined', 'not-authenticated']);
    expect(['created', 'awaiting-buyer', 'captured']).not.toContain(second?.state);
    expect(inBook()).toBe(before);
  });

  test('with the second failed: the first is only authorized, and nothing was captured', async () => {
    const before = inBook();
    const orderId = await payByTwo(asks, asksToo);
    await answer(orderId, 0, 'approve');
    await answer(orderId, 1, 'refuse');
    expect(await statesOf(orderId)).toEqual(['authorized', 'declined']);
    expect([await orderState(orderId), inBook() - before]).not.toContain('paid');
    expect(inBook()).toBe(before);
  });
});
