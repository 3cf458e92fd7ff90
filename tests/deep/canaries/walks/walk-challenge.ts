import type { CanaryWorld } from '../canary-world.ts';
import { awaitPaid, begin, type StartedPurchase, cardFields, chargesNow, pay, until } from '../purchase.ts';
import { must } from '../visitor.ts';

interface Asked {
  readonly name: string;
  /** One of the bank's own numbers, by which it asks. */
  readonly number: string;
  readonly answer: 'approve' | 'refuse' | 'leave';
}

const ways: readonly Asked[] = [
  { name: '3-D Secure passed', number: '5200000000001096', answer: 'approve' },
  { name: '3-D Secure failed', number: '4000000000001109', answer: 'approve' },
  { name: '3-D Secure refused by the buyer', number: '4000000000001091', answer: 'refuse' },
  { name: '3-D Secure walked away from', number: '4000000000001158', answer: 'leave' },
];

/** A bank asks its customer: in its frame, by forms that go through the buyer's browser. */
export async function walkChallenges(world: CanaryWorld): Promise<string[]> {
  for (const way of ways) await answerBank(world, way);
  return ways.map(({ name }) => name);
}

async function answerBank(world: CanaryWorld, { name, number, answer }: Asked): Promise<void> {
  const begun = await begin(world, name);
  const known = await chargesNow(world);
  const fields = { ...(await cardFields(world, name, number)), document: begun.document };
  const asked = must(await pay(begun, () => [{ method: 'credit-card', fields }]), [202], name);
  const orderId = String(asked.json['orderId']);
  const { buyer } = begun;
  const page = must(await buyer.call('GET', '/payment-verification?product=wup'), [200], name).text;
  const question = hidden(page, 'creq');
  world.canaries.add('bank-question', name, question);
  const acs = world.sandboxPayments.origin;
  const shown = await postForm(`${acs}/acquirer/acs`, { creq: question });
  const transaction = hidden(shown, 'transaction');
  world.canaries.add('bank-question', name, transaction);
  const ended = await postForm(`${acs}/acquirer/acs/answer`, { transaction, answer });
  if (answer === 'leave') {
    await leave(world, begun);
    return;
  }
  const result = hidden(ended, 'cres');
  world.canaries.add('bank-question', name, result);
  const back = /action="([^"]+)"/.exec(ended)?.[1] ?? '';
  const returned = await buyer.call('POST', back, new URLSearchParams({ cres: result }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: new URL(acs).origin,
  });
  must(returned, [200], `${name}: return`);
  if (name.endsWith('passed')) await awaitPaid(world, begun, orderId, known);
  else await endOf(begun, orderId);
}

/** Goes back to the payment page, and lets the bank's time run out. */
async function leave({ sandboxPayments }: CanaryWorld, { buyer, name }: StartedPurchase): Promise<void> {
  must(await buyer.call('GET', '/payment?product=wup'), [200], name);
  await sandboxPayments.advance(3_600);
}

async function endOf({ buyer, name }: StartedPurchase, orderId: string): Promise<void> {
  await until(`${name}: the bank's answer`, async () => {
    const { text } = await buyer.call('GET', `/api/v1/order/${orderId}/status`);
    return text.includes('declined') ? true : null;
  });
}

async function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
}

/** The value of a hidden field; throws where there is none. */
function hidden(html: string, name: string): string {
  const tag = html.match(/<input[^>]*>/g)?.find((one) => one.includes(`name="${name}"`));
  const value = /value="([^"]*)"/.exec(tag ?? '')?.[1];
  if (value === undefined) throw new Error(`There is no field ${name}: ${html.slice(0, 300)}`);
  return value;
}
