import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { issueCapability, issueCode, showCode } from '#src/domain/capabilities/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { erasureSubject } from '#src/domain/personal-data/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { cardToken } from './card-token.ts';
import { productNow } from './product-now.ts';
import type { Product } from './product.server.ts';
import { begunHere, letterQuery, type Owner, soldHere } from './two-buyers.server.ts';

/** What else a buyer has, with what opens it: found among the rows of what they have. */
export interface LinkedThings {
  readonly ids: {
    /** A purchase by a card that was kept, after which something else is offered. */
    readonly keptLead: string;
    readonly keptOrder: string;
    readonly keptProfile: string;
    /** The price of what they began to pay. */
    readonly openQuote: string;
    /** Who has not begun to pay for something else yet, and its price. */
    readonly freshLead: string;
    readonly freshQuote: string;
    /** Their page at the school of their subscriptions. */
    readonly schoolPage: string;
    readonly reminders: string;
  };
  readonly secrets: {
    readonly schoolPage: string;
    readonly reminders: string;
    /** Of the erasure of what is kept of them. */
    readonly erasure: string;
    /** Of a short link to a purchase that was left. */
    readonly code: string;
    /** By which the school's platform lets them into the course. */
    readonly firstAccess: string;
  };
}

/** What both have not begun to pay for, and what it costs in minor units. */
export const freshHere = {
  query: 'product=performan-c',
  productCode: 'performan-c',
  business: 'performan-c',
  amount: 178_800,
};

const patienceMs = 20_000;

/** Makes the letters that only time would bring, asks for the others, and follows them. */
export async function ownLinks(product: Product, pool: Pool, owner: Owner): Promise<LinkedThings> {
  const { visitor, ids, email } = owner;
  const one = async (text: string, about: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(text, [about]);
    if (rows[0] === undefined) throw new Error(`Nothing is found of ${about}: ${text}`);
    return rows[0].id;
  };
  const now = await productNow(product);
  const ctx = { clock: { now: () => now } };
  const db = createKysely<Database>(pool);
  const reminders = newId('abd');
  await pool.query(
    `insert into abandonments (id, session_id, purchase_key, brand, email_hash, began_at, ended_at, ended_by)
       select $1, session_id, 'of the tests', 'meusucesso', encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, $4, 'done'
       from orders where id = $2`,
    [reminders, ids.openOrder, email, now],
  );
  const stop = await issueCapability(ctx, db, reminders);
  await visitor.led('GET', `/reminders/${reminders}?${letterQuery}&t=${stop}`);
  const erasure = await issueCapability(ctx, db, erasureSubject(ids.page));
  await visitor.led('GET', `/my-purchases/${ids.page}/erase?${soldHere.query}&t=${erasure}`);
  const page = await askForPage(product, visitor, email);
  await visitor.led('GET', page.pathname + page.search);
  const entered = await visitor.ask('POST', `/access?${soldHere.query}`, { form: {} });
  const firstAccess = /[?&;]token=([\w-]{43})/.exec(entered.body.toString())?.[1];
  if (firstAccess === undefined) throw new Error(`There is no way into the course: ${entered.status}`);
  return {
    ids: {
      ...(await buyByCard(product, owner)),
      ...(await leaveLead(owner)),
      openQuote: await one('select quote_id as id from orders where id = $1', ids.openOrder),
      schoolPage: page.pathname.split('/')[2] ?? '',
      reminders,
    },
    secrets: {
      ...{ schoolPage: page.searchParams.get('t') ?? '', reminders: stop, erasure, firstAccess },
      code: showCode(await issueCode(ctx, db, ids.recovery)),
    },
  };
}

type Kept = Pick<LinkedThings['ids'], 'keptLead' | 'keptOrder' | 'keptProfile'>;

async function buyByCard({ sandbox }: Product, { visitor, name, email, phone, document }: Owner): Promise<Kept> {
  const { productCode, business } = begunHere;
  const contact = { name, email, phone, productCode, operation: 'BR', flowId: 'upsell' };
  const lead = String((await visitor.json('POST', '/api/v1/lead', 201, { json: contact }))['id']);
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: lead } });
  const sealed = { token: await cardToken(sandbox), sealedFor: 'test-acquirer' };
  const fields = { ...sealed, brand: 'visa', last4: '1111', expiry: '12/30', keep: 'yes' };
  const paid = await visitor.json('POST', '/api/v2/payment', 201, {
    json: {
      ...{ sfLeadId: lead, quoteId: quote['id'], amount: quote['total'], business, productCode, document },
      paymentMethods: [{ method: 'credit-card', fields }],
    },
    headers: { 'idempotency-key': randomUUID() },
  });
  const [keptProfile] = paid['paymentProfileIds'] as string[];
  if (keptProfile === undefined) throw new Error('The card was not kept');
  return { keptLead: lead, keptOrder: String(paid['orderId']), keptProfile };
}

type Fresh = Pick<LinkedThings['ids'], 'freshLead' | 'freshQuote'>;

async function leaveLead({ visitor, name, email, phone }: Owner): Promise<Fresh> {
  const contact = { name, email, phone, productCode: freshHere.productCode, operation: 'BR' };
  const lead = String((await visitor.json('POST', '/api/v1/lead', 201, { json: contact }))['id']);
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: lead } });
  if (quote['total'] !== freshHere.amount) throw new Error(`It costs ${String(quote['total'])}`);
  return { freshLead: lead, freshQuote: String(quote['id']) };
}

async function askForPage({ sandbox }: Product, visitor: Owner['visitor'], email: string): Promise<URL> {
  const asked = `/my-purchases?${begunHere.query}`;
  const links = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${sandbox}/sandbox/inbox.json?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: { links: string[] }[] };
    return messages.flatMap((message) => message.links).filter((link) => link.includes('/my-purchases/'));
  };
  const before = await links();
  await visitor.ask('GET', asked);
  await visitor.led('POST', asked, { form: { email } });
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const found = (await links()).find((link) => !before.includes(link) && link.includes(begunHere.query));
    if (found !== undefined) return new URL(found);
    await pause(50);
  }
  throw new Error(`Waited ${patienceMs} ms for the letter with a page`);
}
