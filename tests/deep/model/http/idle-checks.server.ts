import { readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import type { Buyer } from './buyer.ts';
import type { ProductUnderTest } from './product.server.ts';
import type { Purchase } from './purchase.ts';

interface Part {
  readonly id: string;
  readonly reference: string | null;
  /** Of its refunds, what a person pays out or has paid out. */
  readonly by_hand: bigint;
}

/** What a company holds of each try of an order by its own book, less what a person pays out in its place. */
export async function netCapturedAtGateway(
  { pool, product }: ProductUnderTest,
  orderId: string,
): Promise<readonly bigint[]> {
  const { rows } = await pool.query<Part>(
    `select a.id, a.reference,
       (select coalesce(sum(p.amount), 0)::bigint from refund_parts p where p.attempt_id = a.id and (p.state = 'by-hand'
          or exists (select 1 from refunds r where r.gateway = 'by-hand' and r.id = 'ref_' || p.id))) as by_hand
     from attempts a where a.order_id = $1`,
    [orderId],
  );
  const { charges, movements } = await readSandboxRecords(product.sandbox);
  return rows.map(({ id, reference, by_hand }) => {
    const own = new Set(
      charges
        .filter((charge) => [id, reference].includes(charge.reference) || charge.id === reference)
        .map((charge) => charge.id),
    );
    const held = movements
      .filter(({ chargeId }) => own.has(chargeId))
      .reduce((sum, { kind, amount }) => {
        const isIn = kind === 'capture' || kind === 'redemption' || kind === 'chargeback-won';
        return isIn ? sum + BigInt(amount) : sum - BigInt(amount);
      }, 0n);
    return held - by_hand;
  });
}

/** What was promised to one buyer, beside what is promised to all. */
export async function brokenPurchase(purchase: Purchase, { testProduct, orderId }: Buyer): Promise<readonly string[]> {
  if (orderId === '') return [];
  const { rows } = await testProduct.pool.query<{ state: string; open: bigint }>(
    `select state, (select count(*) from access_grants g where g.order_id = o.id and g.state = 'active') as open
     from orders o where id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (!order) return [`${orderId} is gone`];
  const { withdrawn, reversed, mustBePaid } = purchase;
  const isDone = order.state === 'paid' || order.state === 'refunded';
  const unpaid = mustBePaid && !isDone ? [`${orderId}: its bank was answered yes, and it is ${order.state}`] : [];
  if (!withdrawn) return unpaid;
  const access = order.open > 0n ? [`${orderId} was withdrawn from and gives access`] : [];
  const held = reversed ? [] : (await netCapturedAtGateway(testProduct, orderId)).filter((amount) => amount !== 0n);
  return [...unpaid, ...access, ...held.map((amount) => `${orderId} was withdrawn from, and ${amount} is still here`)];
}
