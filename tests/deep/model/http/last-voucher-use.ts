import fc from 'fast-check';
import { type Buyer, newBuyer, pay, call, sold } from './buyer.ts';
import { begin } from './commands.ts';
import type { ProductUnderTest } from './product.server.ts';
import { allow, Violation } from './violation.ts';
import { type Means, newPurchase, type Purchase } from './purchase.ts';
import { step, type Steps } from './step.ts';

/** A word that takes something off one purchase only. */
const word = 'so-uma-vez';

interface Rival {
  readonly purchase: Purchase;
  readonly buyer: Buyer;
}
/** Two buyers who both have the word, and want its one use. */
interface Rivals {
  readonly testProduct: ProductUnderTest;
  readonly all: readonly Rival[];
  close(): void;
}
/** Nothing but what is in the books is looked at: whoever comes first is not known from outside. */
interface LastUse {
  tries: number;
}

export async function newVoucherBuyers(testProduct: ProductUnderTest): Promise<Rivals> {
  // The use of an earlier sequence is given out again, as a school does that prints another one.
  await testProduct.pool.query(
    `update voucher_uses set released_at = now() where code = '${word}' and released_at is null`,
  );
  await testProduct.pool.query(`update vouchers set used = 0 where code = '${word}'`);
  const all = await Promise.all(
    [0, 1].map(async () => {
      const rival = { purchase: newPurchase(), buyer: newBuyer(testProduct) };
      await begin(rival.purchase, rival.buyer);
      return rival;
    }),
  );
  return { testProduct, all, close: () => all.forEach(({ buyer }) => buyer.visitor.close()) };
}

type Word = '' | typeof word;

async function options({ purchase, buyer }: Rival, voucher: Word): Promise<void> {
  const said = await call(buyer, 'POST', '/api/v1/quote', { leadId: buyer.leadId, voucher });
  allow('A price', String(said.status), new Set(['200', '409']));
  if (said.status !== 200) return;
  buyer.quoteId = String(said.json['id']);
  purchase.total = Number(said.json['total']);
}

const usedUp = /^(409 (voucher-used-up|quote-changed|order-paid|attempt-open)|429 |403 |503 method)/;

/** Pays as `pay` does, where the word may be used up meanwhile: then nothing was taken. */
async function attemptPayment({ purchase, buyer }: Rival, by: Means): Promise<void> {
  purchase.isUnwell = true;
  await pay(purchase, buyer, by, 1).catch((thrown: unknown) => {
    const said = thrown instanceof Violation ? (/was answered (.*), which/.exec(thrown.message)?.[1] ?? '') : '';
    if (!usedUp.test(said)) throw thrown;
  });
}

const instrument = fc.constantFrom<Means>('good-card', 'code', 'bad-card', 'slip');

const both: Steps<LastUse, Rivals> = step(
  'both pay at once',
  fc.tuple(instrument, instrument, fc.boolean()),
  () => true,
  ([one, other, isAgain]) =>
    async (model, { all }) => {
      const [first, second] = all;
      if (!first || !second) return;
      model.tries += 1;
      if (isAgain || model.tries === 1) await Promise.all([options(first, word), options(second, word)]);
      await Promise.all([attemptPayment(first, one), attemptPayment(second, other)]);
    },
);
const bankPays: Steps<LastUse, Rivals> = step(
  'bank pays',
  fc.tuple(fc.nat(1), fc.nat(3)),
  () => true,
  ([who, which]) =>
    async (_model, { testProduct, all }) => {
      const codes = all[who]?.buyer.codes ?? [];
      const code = codes[which % Math.max(1, codes.length)];
      if (code !== undefined) await testProduct.bank.payCode(code);
    },
);
const without: Steps<LastUse, Rivals> = step(
  'one goes on without it',
  fc.nat(1),
  () => true,
  (who) =>
    async (_model, { all }) => {
      const rival = all[who];
      if (rival) await options(rival, '');
    },
);
const time: Steps<LastUse, Rivals> = step(
  'time goes on',
  fc.constantFrom(61, 2_000, 100_000),
  () => true,
  (seconds) =>
    (_model, { testProduct }) =>
      testProduct.advance(seconds),
);

export const lastUseSteps = [both, both, both, bankPays, without, time] as const;

/** Of both together one has paid the price with the word at most. */
export async function brokenLastUse(_model: LastUse, { testProduct, all }: Rivals): Promise<readonly string[]> {
  const orders = all.map(({ buyer }) => buyer.orderId).filter((id) => id !== '');
  const { rows } = await testProduct.pool.query<{ id: string }>(
    `select o.id from orders o join quotes q on q.id = o.quote_id
     where o.id = any($1) and o.state = 'paid' and o.product_code = $2 and o.total < 114000`,
    [orders, sold.productCode],
  );
  return rows.length > 1 ? [`${word} is good for one and took from ${rows.map(({ id }) => id).join(' and ')}`] : [];
}
