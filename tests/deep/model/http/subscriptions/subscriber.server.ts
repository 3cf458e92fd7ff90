import { documentOf, wordOf } from '#tests/deep/chaos/checks/canary-values.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { ProductUnderTest } from '../product.server.ts';
import { Violation } from '../violation.ts';
import { visit } from '../page.ts';

/** Whoever has a subscription whose term ends in twelve days, in a browser that came by its letters. */
export interface Subscriber {
  readonly testProduct: ProductUnderTest;
  readonly visitor: Visitor;
  readonly number: number;
  /** The link that its pages know it by, its school, and what a term costs. */
  readonly link: string;
  readonly business: string;
  readonly price: number;
  readonly document: string;
  readonly id: string;
  /** The buyer's own page. */
  readonly own: string;
  readonly codes: string[];
  /** The page of the newest bill for a change of plan. */
  bill: string;
  close(): void;
}

/** What the product's tables say of it. */
export interface SubscriptionStatus {
  readonly state: string;
  readonly plan: string;
  readonly cancels: boolean;
  readonly termFrom: string;
  readonly termTo: string;
  readonly paid: number;
}

const wiseUp = { link: 'product=wup', business: 'wiseup-online', price: 114_000 } as const;
let subscribers = 0;

async function linkOf({ product: { sandbox } }: ProductUnderTest, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${sandbox}/sandbox/inbox.json?to=${encodeURIComponent(email)}`);
    const link = /http[^"\\ ]*(\/my-purchases\/[^"\\& ]*&[^"\\ ]*)/.exec(await answer.text())?.[1];
    if (link !== undefined) return link.replaceAll('&amp;', '&');
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Violation('The letter with the link to the own page has not come');
}

/** Whoever it is has a term of a year behind them but for the last days; where they come to change their plan, for months. */
export async function subscribe(
  testProduct: ProductUnderTest,
  kind: 'renewal' | 'upgrade' = 'renewal',
): Promise<Subscriber> {
  subscribers += 1;
  const number = 3_000 + subscribers;
  const from = `127.0.${20 + (Math.floor(subscribers / 250) % 20)}.${1 + (subscribers % 250)}`;
  const visitor = new Visitor(testProduct.product.checkout, from);
  const email = `${wordOf(number)}@exemplo.com.br`;
  await visit(visitor, `/samples?${wiseUp.link}`);
  const renew = await visitor.led('POST', `/samples?${wiseUp.link}`, { form: { email, kind } });
  await visit(visitor, renew);
  await visit(visitor, `/my-purchases?${wiseUp.link}`, { email });
  const own = await visit(visitor, await linkOf(testProduct, email));
  return {
    ...wiseUp,
    ...{ testProduct, visitor, number, document: documentOf(number), codes: [], bill: '' },
    id: /sub_[\w-]+/.exec(renew)?.[0] ?? '',
    own: own.to.split('?')[0] ?? '',
    close: () => visitor.close(),
  };
}

export async function subscriptionStatusOf({ testProduct, id }: Subscriber): Promise<SubscriptionStatus> {
  const { rows } = await testProduct.pool.query<Omit<SubscriptionStatus, 'paid'> & { paid: string }>(
    `select state, plan_id as plan, cancels_on is not null as cancels, period_start::text as "termFrom", period_end::text as "termTo",
       (select count(*) from billing_periods p where p.subscription_id = s.id and p.state = 'paid') as paid
     from subscriptions s where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Violation(`${id} is gone`);
  return { ...row, paid: Number(row.paid) };
}
