import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { railDocumentUrl } from './rail-documents.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** As the bank's gateway stores it with the attempt. */
const slip = {
  ...{ status: 'registered', ourNumber: '12340000001', bank: '237', agency: '1234', account: '0056789', wallet: '09' },
  barcode: '23791130400001140001234090000000000100056780',
  beneficiary: { name: 'meuSucesso', document: '11.222.333/0001-81', address: 'Rua A, 1' },
};

test('a document of an order is for the browser that made it, and nowhere for every other', async () => {
  const buyer = await payingBuyer(stage);
  buyer.world.gateway.behavior = 'await';
  const query = await buyer.begin('product=ms');
  await buyer.pay(`/payment${query}`, 'bankslip');
  const attempt = await stage.database.db
    .updateTable('attempts')
    .set({ instructions: JSON.stringify(slip) })
    .where('state', '=', 'awaiting-buyer')
    .returning(['id', 'order_id'])
    .executeTakeFirstOrThrow();

  const address = railDocumentUrl(attempt.order_id, attempt.id, 'boleto.pdf');
  const told = async (who: typeof buyer, at: string) => {
    const { status, headers } = await who.get(at);
    return [status, headers['content-type'], headers['cache-control']];
  };
  expect(await told(buyer, address)).toEqual([200, 'application/pdf', 'private, no-store']);

  const nowhere = [404, 'text/plain; charset=utf-8', 'private, no-store'];
  const other = await payingBuyer(stage);
  // This browser has a session and a lead of its own: the refusal is not for a missing cookie.
  await other.begin('product=ms');
  expect(await told(other, address)).toEqual(nowhere);
  expect(await told(other, railDocumentUrl(newId('ord'), newId('att'), 'boleto.pdf'))).toEqual(nowhere);
  expect(await told(buyer, railDocumentUrl(attempt.order_id, newId('att'), 'boleto.pdf'))).toEqual(nowhere);
  expect(await told(buyer, railDocumentUrl(attempt.order_id, attempt.id, 'slip.pdf'))).toEqual(nowhere);
});
