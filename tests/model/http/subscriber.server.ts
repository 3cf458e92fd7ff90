import { documentOf, wordOf } from '#tests/chaos/canaries.ts';
import { Visitor } from '#tests/support/visitor.ts';
import type { House } from './house.server.ts';
import { NotAllowed } from './not-allowed.ts';
import { visit } from './page.ts';

/** Whoever has a subscription whose term ends in twelve days, in a browser that came by its letters. */
export interface Subscriber {
  readonly house: House;
  readonly visitor: Visitor;
  readonly number: number;
  readonly document: string;
  readonly id: string;
  /** The buyer's own page. */
  readonly own: string;
  readonly codes: string[];
  /** The bill of a change of plan that was not paid yet, and the order of the last one that was. */
  bill: string;
  changed: string;
  close(): void;
}

/** What the product's tables say of it. */
export interface Standing {
  readonly state: string;
  readonly plan: string;
  readonly cancels: boolean;
  readonly termTo: string;
  readonly paid: number;
}

export const product = 'product=wup';
let subscribers = 0;

async function linkOf({ product: { sandbox } }: House, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${sandbox}/sandbox/inbox.json?to=${encodeURIComponent(email)}`);
    const link = /http[^"\\ ]*(\/my-purchases\/[^"\\& ]*&[^"\\ ]*)/.exec(await answer.text())?.[1];
    if (link !== undefined) return link.replaceAll('&amp;', '&');
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new NotAllowed('The letter with the link to the own page has not come');
}

export async function subscribe(house: House): Promise<Subscriber> {
  subscribers += 1;
  const number = 3_000 + subscribers;
  const from = `127.0.${20 + (Math.floor(subscribers / 250) % 20)}.${1 + (subscribers % 250)}`;
  const visitor = new Visitor(house.product.checkout, from);
  const email = `${wordOf(number)}@exemplo.com.br`;
  await visit(visitor, `/samples?${product}`);
  const renew = await visitor.led('POST', `/samples?${product}`, { form: { email, kind: 'renewal' } });
  await visit(visitor, renew);
  await visit(visitor, `/my-purchases?${product}`, { email });
  const own = await visit(visitor, await linkOf(house, email));
  return {
    ...{ house, visitor, number, document: documentOf(number), codes: [], bill: '', changed: '' },
    id: /sub_[\w-]+/.exec(renew)?.[0] ?? '',
    own: own.to.split('?')[0] ?? '',
    close: () => visitor.close(),
  };
}

export async function standingOf({ house, id }: Subscriber): Promise<Standing> {
  const { rows } = await house.pool.query<Omit<Standing, 'paid'> & { paid: string }>(
    `select state, plan_id as plan, cancels_on is not null as cancels, term_to::text as "termTo",
       (select count(*) from subscription_periods p where p.subscription_id = s.id and p.state = 'paid') as paid
     from subscriptions s where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new NotAllowed(`${id} is gone`);
  return { ...row, paid: Number(row.paid) };
}
