import { netCapturedAtGateway } from '../idle-checks.server.ts';
import { Violation } from '../violation.ts';
import type { ProductUnderTest } from '../product.server.ts';
import { subscriptionStatusOf, subscribe, type Subscriber } from './subscriber.server.ts';
import { newWatched, type Watched } from './subscription.ts';

/** The plans of the course: how many months a term of each has, and what it costs. The shorter one is the dearer by the day. */
const terms = {
  'wup-annual-t': { months: 12, price: 114_000n },
  'wup-semester-t': { months: 6, price: 71_400n },
} as const;
export type PlanId = keyof typeof terms;
export const prices: Readonly<Record<PlanId, number>> = { 'wup-annual-t': 114_000, 'wup-semester-t': 71_400 };
export const otherPlan = (plan: string): PlanId => (plan === 'wup-annual-t' ? 'wup-semester-t' : 'wup-annual-t');

/** What somebody who only watches knows of a subscription whose plan is changed. */
export interface Changing extends Watched {
  /** Money of a change is under way, here or there: what plan there is follows from when it comes. */
  isTurning: boolean;
  /** A bill of a change waits to be paid; a change was paid for; another plan was agreed to for the next term. */
  hasInvoice: boolean;
  isChanged: boolean;
  isPlanned: boolean;
}

export const newChanging = (): Changing => ({
  ...newWatched(),
  ...{ isTurning: false, hasInvoice: false, isChanged: false, isPlanned: false },
});

/** Looks at what there is to be paid, gone back on and kept: its steps come only where they can do something. */
export async function look(model: Changing, buyer: Subscriber): Promise<void> {
  const all = await changesOf(buyer);
  const { plan, next } = await agreedOf(buyer);
  model.hasInvoice = all.some(({ state }) => state === 'open');
  model.isChanged = all.some(({ state }) => state === 'applied');
  model.isPlanned = next !== plan;
}

let changers = 0;

/** Mostly somebody whose term is nearly over, so that what is agreed to for the next one comes to be. */
export function newChangingSubscriber(testProduct: ProductUnderTest): Promise<Subscriber> {
  changers += 1;
  return subscribe(testProduct, changers % 3 === 0 ? 'upgrade' : 'renewal');
}

/** A change of plan that was to be paid for. */
interface PaidChange {
  readonly order: string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
  readonly termFrom: string;
  readonly due: number;
}

/** Oldest first. */
export async function changesOf({ testProduct, id }: Subscriber): Promise<readonly PaidChange[]> {
  const { rows } = await testProduct.pool.query<Omit<PaidChange, 'due'> & { due: bigint }>(
    `select c.order_id as order, c.from_plan_id as from, c.to_plan_id as to, c.state, c.period_start::text as "termFrom", o.total as due
     from plan_changes c join orders o on o.id = c.order_id where c.subscription_id = $1 order by c.created_at`,
    [id],
  );
  return rows.map((row) => ({ ...row, due: Number(row.due) }));
}

interface Agreed {
  /** What it is of now, and what its next term will be. */
  readonly plan: string;
  readonly next: string;
  /** What the open bill of a change comes to. */
  readonly bill: number | null;
  /** Its next term is being charged, as far as anybody knows: its plan is settled. A bill is called off for another. */
  readonly isCharging: boolean;
}

export async function agreedOf({ testProduct, id }: Subscriber): Promise<Agreed> {
  const { rows } = await testProduct.pool.query<Omit<Agreed, 'bill'> & { bill: bigint | null }>(
    `select plan_id as plan, coalesce(next_plan_id, plan_id) as next,
       (select o.total from plan_changes c join orders o on o.id = c.order_id
         where c.subscription_id = s.id and c.state = 'open') as bill,
       exists (select 1 from billing_periods p where p.subscription_id = s.id
         and (p.state = 'failed' or (p.state = 'charging' and s.instrument <> 'invoice'))) as "isCharging"
     from subscriptions s where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Violation(`${id} is gone`);
  return { ...row, bill: row.bill === null ? null : Number(row.bill) };
}

/** Its terms that were paid by an order of their own, and of which plan that was. */
export async function newBillingPeriods({
  testProduct,
  id,
}: Subscriber): Promise<readonly { number: number; plan: string }[]> {
  const { rows } = await testProduct.pool.query<{ number: number; plan: string }>(
    `select p.number, o.plan_id as plan from billing_periods p join orders o on o.id = p.order_id
     where p.subscription_id = $1 and p.state = 'paid' order by p.number`,
    [id],
  );
  return rows;
}

/** Codes that were given out for bills of changes. */
export async function codesOfInvoices({ testProduct, id }: Subscriber): Promise<readonly string[]> {
  const { rows } = await testProduct.pool.query<{ code: string | null }>(
    `select a.instructions->>'code' as code from attempts a join plan_changes c on c.order_id = a.order_id
     where c.subscription_id = $1`,
    [id],
  );
  return rows.flatMap(({ code }) => code ?? []);
}

/** A change whose money is here is made, and of one that is not made nothing is kept; every term costs what its plan does. */
export async function brokenChanges(buyer: Subscriber): Promise<readonly string[]> {
  const all = await changesOf(buyer);
  const broken: string[] = [];
  for (const { order, to, state } of all) {
    const held = (await netCapturedAtGateway(buyer.testProduct, order)).reduce((sum, one) => sum + one, 0n);
    if (state === 'applied' && held === 0n) broken.push(`${order} changed to ${to} and nothing is kept for it`);
    if (state !== 'applied' && state !== 'open' && held !== 0n)
      broken.push(`${order} to ${to} is ${state}, and ${held} is kept`);
    if (state === 'open' && held !== 0n) broken.push(`${order} to ${to} has ${held} and is not made`);
  }
  return [...broken, ...(await brokenPlan(buyer, all)), ...(await periodViolations(buyer))];
}

/** Within a term its plan is that of the last change that stands; where all were taken back, that of before the first. */
async function brokenPlan(buyer: Subscriber, all: readonly PaidChange[]): Promise<readonly string[]> {
  const { plan, state, termFrom } = await subscriptionStatusOf(buyer);
  const own = all.filter((one) => one.termFrom === termFrom && (one.state === 'applied' || one.state === 'reverted'));
  const last = own.findLast((one) => one.state === 'applied');
  const wanted = last?.to ?? own[0]?.from ?? plan;
  if (state === 'canceled' || plan === wanted) return [];
  return [`${buyer.id} is ${plan}, and by what was paid for its changes it is ${wanted}`];
}

async function periodViolations({ testProduct, id }: Subscriber): Promise<readonly string[]> {
  const { rows } = await testProduct.pool.query<{
    number: number;
    plan: keyof typeof terms;
    from: string;
    to: string;
    price: bigint;
  }>(
    `select p.number, o.plan_id as plan, p.period_start::text as from, p.period_end::text as to,
       (select coalesce(sum(amount), 0)::bigint from order_lines l where l.order_id = o.id and l.kind = 'main') as price
     from billing_periods p join orders o on o.id = p.order_id where p.subscription_id = $1 and p.state = 'paid'`,
    [id],
  );
  return rows.flatMap(({ number, plan, from, to, price }) => {
    const { months, price: wanted } = terms[plan];
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    const isLong = Math.abs(days - (months * 365.25) / 12) < 4;
    return [
      ...(price === wanted ? [] : [`Term ${number} of ${id} is ${plan} and cost ${price}`]),
      ...(isLong ? [] : [`Term ${number} of ${id} is ${plan} and has ${days} days`]),
    ];
  });
}
