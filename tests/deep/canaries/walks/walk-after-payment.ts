import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CanaryWorld } from '../canary-world.ts';
import { erasedPath } from '../canary-values.ts';
import {
  asOperator,
  awaitPaid,
  begin,
  type StartedPurchase,
  boxOf,
  cardFields,
  chargesNow,
  enter,
  saveDocument,
  linkIn,
  online,
  pay,
  rememberSecret,
  submit,
  until,
} from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

/** What comes after a payment: money that goes back, papers, and the buyer's own page to its end. */
export async function walkAfterPayment(world: CanaryWorld): Promise<string[]> {
  await refundCard(world);
  await coolOffBankSlip(world, 'slip money back to a key', () => ({
    key: world.canaries.add('account', 'slip money back to a key', randomUUID()),
  }));
  await coolOffBankSlip(world, 'slip money back to an address', (begun) => ({
    key: world.canaries.add('account', begun.name, `pix-${randomBytes(6).toString('hex')}@exemplo.com.br`),
  }));
  await coolOffBankSlip(world, 'slip money back to an account', (begun) => ({
    ...{ bank: '237', branch: '1234' },
    account: world.canaries.add('account', begun.name, String(randomInt(1e9, 1e10))),
  }));
  await readDocuments(world);
  await ownPage(world);
  return ['refund of a card', 'money of a slip back, three ways', 'papers and access', 'own page, export and erasure'];
}

const waiting = z.object({
  payouts: z.array(
    z.object({ partId: z.string(), orderId: z.string(), to: z.object({ value: z.string() }).nullable() }),
  ),
});

/** Buys and gives what was bought. */
async function buy(
  world: CanaryWorld,
  name: string,
  method: string,
): Promise<StartedPurchase & { orderId: string; total: number }> {
  const begun = await begin(world, name);
  const known = await chargesNow(world);
  const { document } = begun;
  const fields =
    method === 'credit-card' ? { ...(await cardFields(world, name)), document, keep: 'yes' } : { document };
  let price = 0;
  const paid = await pay(begun, (total) => {
    price = total;
    return [{ method, fields }];
  });
  must(paid, [201, 202], name);
  return { ...begun, orderId: await awaitPaid(world, begun, paid.json['orderId'], known), total: price };
}

/** The staff give a part back, then the rest. */
async function refundCard(world: CanaryWorld): Promise<void> {
  const bought = await buy(world, 'refund of a card', 'credit-card');
  const path = `/api/v1/orders/${bought.orderId}/refunds`;
  const part = Math.floor(bought.total / 3);
  for (const amount of [part, bought.total - part]) {
    const body = { refundId: randomUUID(), amount, reason: 'canary' };
    must(await bought.buyer.call('POST', path, body, asOperator(world)), [202], 'refund of a card');
    await world.sandboxPayments.advance(60);
  }
}

/** No bank gives a slip's money back by itself: the buyer says where to, a person pays it out. */
async function coolOffBankSlip(
  world: CanaryWorld,
  name: string,
  whereTo: (begun: StartedPurchase) => Readonly<Record<string, string>>,
): Promise<void> {
  const bought = await buy(world, name, 'bankslip');
  const reader = new Visitor(world);
  const path = await enter(world, reader, await linkIn(world, bought, '/withdraw/'));
  await submit(world, reader, path, { intent: 'withdraw' });
  const details = whereTo(bought);
  // Once in a shape that is refused and shown again, then as it must be.
  const wrong = Object.fromEntries(Object.entries(details).map(([field, text]) => [field, `x ${text} x`]));
  await submit(world, reader, path, { intent: 'details', ...wrong }, [422]);
  await submit(world, reader, path, { intent: 'details', ...details });
  const given = Object.values(details).at(-1) ?? '';
  const partId = await until(`${name}: the payout`, async () => {
    const list = must(await reader.call('GET', '/api/v1/payouts', undefined, asOperator(world)), [200], name);
    const { payouts } = waiting.parse(list.json);
    const own = payouts.find(({ orderId }) => orderId === bought.orderId);
    return own?.to?.value.includes(given) === true ? own.partId : null;
  });
  // One of them stays as it is: what waits is sealed, too.
  if (name.endsWith('account')) return;
  const paid = { reference: `E${randomUUID()}` };
  // Within a day of the account nothing is paid to it.
  must(await reader.call('POST', `/api/v1/payouts/${partId}`, paid, asOperator(world)), [409], name);
  await world.sandboxPayments.advance(86_400);
  must(await reader.call('POST', `/api/v1/payouts/${partId}`, paid, asOperator(world)), [200], name);
}

/** Every paper of a sale, as its buyer and as the staff get it, and the way into the course. */
async function readDocuments(world: CanaryWorld): Promise<void> {
  const name = 'papers';
  const bought = await buy(world, name, 'credit-card');
  const { buyer, orderId } = bought;
  const access = await linkIn(world, bought, '/access');
  for (const documentName of ['receipt.pdf', 'contract.pdf', 'evidence.pdf', 'evidence.json']) {
    const received = await buyer.call('GET', `/documents/${orderId}/${documentName}`);
    if (received.status === 200) saveDocument(world, documentName, received);
    else if (documentName !== 'contract.pdf') must(received, [200], documentName);
  }
  for (const format of ['json', 'pdf']) {
    const path = `/api/v1/orders/${orderId}/evidence?format=${format}`;
    saveDocument(
      world,
      `evidence for staff.${format}`,
      must(await buyer.call('GET', path, undefined, asOperator(world)), [200], path),
    );
  }
  const reader = new Visitor(world);
  const path = await enter(world, reader, access);
  const page = must(await reader.form(path, {}), [200], 'access').text;
  const token = /[?&;]token=([\w-]{43})/.exec(page)?.[1] ?? '';
  if (token === '') throw new Error('There is no way into the course');
  world.canaries.add('link-token', 'first access', token);
  must(await reader.call('POST', '/api/v1/access/exchange', { token }), [200], 'exchange');
  must(await reader.call('POST', '/api/v1/access/exchange', { token }), [403], 'exchange, again');
}

/** Asks for the page by an address, changes and reads everything there, takes the file, and has all of it erased. */
async function ownPage(world: CanaryWorld): Promise<void> {
  const bought = await buy(world, erasedPath, 'credit-card');
  await linkIn(world, bought, '/withdraw/');
  const reader = new Visitor(world);
  const query = online.query;
  must(await reader.call('GET', `/my-purchases?${query}`), [200], 'own page');
  await submit(world, reader, `/my-purchases?${query}`, { email: bought.email });
  const sentEmail = await until('the letter to the own page', async () => {
    const { messages } = await boxOf(world, bought.email);
    return messages.find(({ subject }) => subject.startsWith('Suas compras')) ?? null;
  });
  const link = sentEmail.links.find((one) => one.includes('/my-purchases/')) ?? '';
  rememberSecret(world, erasedPath, link);
  const home = (await enter(world, reader, link)).split('?')[0] ?? '';
  const address = {
    ...{ postalCode: '01310-100', addressLine1: 'Avenida Paulista', addressLine2: '1000' },
    ...{ neighbourhood: 'Bela Vista', city: 'São Paulo', state: 'SP' },
  };
  await submit(world, reader, `${home}/address?${query}`, address);
  saveDocument(world, 'data.json', must(await reader.call('GET', `${home}/data.json`), [200], 'data'));
  must(await reader.call('GET', `${home}/data?${query}`), [200], 'data page');
  await submit(world, reader, `${home}/data?${query}`, { intent: 'erase' });
  const eraser = await enter(world, reader, await linkIn(world, bought, '/erase'));
  await submit(world, reader, eraser, {}, [422]);
  await submit(world, reader, eraser, { confirm: 'yes' });
}
