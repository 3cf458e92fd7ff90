import { randomUUID } from 'node:crypto';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { bringUp } from '#src/kernel/db/embedded-postgres.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { appointPerson } from '#src/domain/claims/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import type { Pool } from 'pg';
import { cardToken } from './card-token.ts';
import { productNow } from './product-now.ts';
import { operatorToken, type Product } from './product.server.ts';
import { Visitor } from './visitor.ts';

/** A buyer of the running product with one of everything that a buyer can have. */
export interface Owner {
  /** The browser in which all of it was begun; it came by every link, too. */
  readonly visitor: Visitor;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
  /** Ids of what is theirs, by what it is. */
  readonly ids: Readonly<Record<OwnedThing, string>>;
  /** Secrets of letters' links to the same, by what they open. */
  readonly secrets: Readonly<Record<LinkedThing, string>>;
}

export const linkedThings = ['invoice', 'recovery', 'subscription', 'upgrade', 'offer', 'page', 'withdrawal'] as const;
export type LinkedThing = (typeof linkedThings)[number];

export const ownedThings = [
  ...['lead', 'quote', 'contract', 'order', 'attempt', 'openLead', 'openOrder', 'openAttempt', 'profile', 'access'],
  ...['invoice', 'recovery', 'subscription', 'upgrade', 'offer', 'page', 'withdrawal'],
] as const;
export type OwnedThing = (typeof ownedThings)[number] | LinkedThing;

/** What both buyers buy. */
export const soldHere = { query: 'product=wup', productCode: 'wise-up-online', business: 'wiseup-online' } as const;
/** What both have begun to pay. */
export const begunHere = { query: 'product=ms', productCode: 'meusucesso', business: 'meusucesso' } as const;
/** What the letters of both are about. */
export const letterQuery = 'product=ms';

/** The database of a product that runs. */
export async function openPool({ dataDir }: Product): Promise<Pool> {
  const running = await bringUp({ dataDir, dataDirIsDefault: false });
  if (!running.ok) throw new Error(running.error.message);
  return createPool({ ...running.value.maintenance, database: 'matricula' }, { max: 2 });
}

interface Who {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
  /** The loopback address that they come from. */
  readonly from: string;
}

/** Two people whose every word is only theirs, so that it is seen wherever it turns up. */
export function twoPeople(): readonly [Who, Who] {
  const tail = randomUUID().slice(0, 8);
  return [
    {
      name: 'Zuleica Quintanilha Aveiro',
      email: `zuleica.${tail}@exemplo.com.br`,
      phone: '(11) 96123-4571',
      document: '390.533.447-05',
      from: '127.0.21.1',
    },
    {
      name: 'Balbina Fortunato Xerez',
      email: `balbina.${tail}@exemplo.com.br`,
      phone: '(21) 97345-8862',
      document: '529.982.247-25',
      from: '127.0.21.2',
    },
  ];
}

const patienceMs = 20_000;

/** Buys, waits for letters and follows them, until somebody owns one of everything. */
export async function becomeOwner(product: Product, who: Who): Promise<Owner> {
  const visitor = new Visitor(product.checkout, who.from);
  const paid = await buyByPix(visitor, who, soldHere);
  await payPix(product, paid.code);
  await until(`order ${paid.order} to be paid`, async () => {
    const { state } = await visitor.json('GET', `/api/v1/order/${paid.order}/status`, 200);
    return state === 'paid' ? true : null;
  });
  const open = await buyByPix(visitor, who, begunHere);
  const made = {
    invoice: await sample(visitor, who.email, 'invoice'),
    recovery: await sample(visitor, who.email, 'recovery'),
    subscription: await sample(visitor, who.email, 'renewal'),
    upgrade: await sample(visitor, who.email, 'upgrade'),
    offer: await sample(visitor, who.email, 'offer-terms'),
  };
  const letters = await until('the receipt', async () => {
    const links = await linksTo(product, who.email);
    return links.some((one) => one.includes('/withdraw/')) && links.some((one) => one.includes('/access'))
      ? links
      : null;
  });
  const own = await follow(visitor, letters, '/my-purchases/');
  const back = await follow(visitor, letters, '/withdraw/');
  const access = new URL(letters.find((one) => one.includes('/access')) ?? '');
  const profile = await keepCard(product, visitor, made.subscription.id, who.document);
  return {
    ...who,
    visitor,
    ids: {
      lead: paid.lead,
      quote: paid.quote,
      contract: paid.contract,
      order: paid.order,
      attempt: paid.attempt,
      openLead: open.lead,
      openOrder: open.order,
      openAttempt: open.attempt,
      profile,
      access: access.hash === '' ? (access.searchParams.get('t') ?? '') : access.hash.slice(1),
      page: own.id,
      withdrawal: back.id,
      ...Object.fromEntries(Object.entries(made).map(([kind, { id }]) => [kind, id])),
    } as Record<OwnedThing, string>,
    secrets: {
      page: own.secret,
      withdrawal: back.secret,
      ...Object.fromEntries(Object.entries(made).map(([kind, { secret }]) => [kind, secret])),
    } as Record<LinkedThing, string>,
  };
}

interface Bought {
  readonly lead: string;
  readonly quote: string;
  readonly contract: string;
  readonly order: string;
  readonly attempt: string;
  readonly code: string;
}

async function buyByPix(
  visitor: Visitor,
  { name, email, phone, document }: Who,
  { productCode, business }: typeof soldHere | typeof begunHere,
): Promise<Bought> {
  const contact = { name, email, phone, productCode, operation: 'BR' };
  const lead = String((await visitor.json('POST', '/api/v1/lead', 201, { json: contact }))['id']);
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: lead } });
  const contract = await visitor.json('POST', `/api/v1/product/${productCode}/contract/generate`, 201, {
    json: { sfLeadId: lead, quoteId: quote['id'] },
  });
  const paid = await visitor.json('POST', '/api/v2/payment', 202, {
    json: {
      ...{ sfLeadId: lead, quoteId: quote['id'], amount: quote['total'], business, productCode, document },
      paymentMethods: [{ method: 'pix' }],
      contract: { contractId: contract['contractId'], label: 'Li e aceito o contrato' },
    },
    headers: { 'idempotency-key': randomUUID() },
  });
  const instructions = paid['instructions'] as Record<string, unknown>;
  return {
    lead,
    quote: String(quote['id']),
    contract: String(contract['contractId']),
    order: String(paid['orderId']),
    attempt: String(paid['attemptId']),
    code: String(instructions['code']),
  };
}

/** Pays a Pix code as the buyer's bank does. */
export async function payPix({ sandbox }: Product, code: string): Promise<void> {
  const answer = await fetch(`${sandbox}/sandbox/pix/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) throw new Error(`The Pix was not paid: ${answer.status}`);
}

/** Makes what a letter would bring and follows its link. */
async function sample(visitor: Visitor, email: string, kind: string): Promise<{ id: string; secret: string }> {
  const page = `/samples?${letterQuery}`;
  await visitor.ask('GET', page);
  return enterBy(visitor, await visitor.led('POST', page, { form: { kind, email } }));
}

function follow(visitor: Visitor, links: readonly string[], part: string): Promise<{ id: string; secret: string }> {
  const { pathname, search } = new URL(links.find((one) => one.includes(part)) ?? '');
  return enterBy(visitor, pathname + search);
}

async function enterBy(visitor: Visitor, link: string): Promise<{ id: string; secret: string }> {
  const { pathname, searchParams } = new URL(link, visitor.origin);
  await visitor.led('GET', link);
  const id =
    searchParams.get('customOffer') ?? searchParams.get('enrollmentSubscriptionId') ?? pathname.split('/')[2] ?? '';
  return { id, secret: searchParams.get('t') ?? '' };
}

async function linksTo({ sandbox }: Product, email: string): Promise<readonly string[]> {
  const answer = await fetch(`${sandbox}/sandbox/inbox.json?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { links: string[] }[] };
  return messages.flatMap(({ links }) => links);
}

/** Lets a card be kept for a subscription; the profile that it is kept as. */
async function keepCard(
  { sandbox }: Product,
  visitor: Visitor,
  subscription: string,
  document: string,
): Promise<string> {
  const fields = {
    ...{ token: await cardToken(sandbox), sealedFor: 'test-acquirer', brand: 'visa', last4: '1111', expiry: '12/30' },
    ...{ document, keep: 'yes' },
  };
  const kept = await visitor.json('POST', `/api/v2/subscription/${subscription}/custom-sale/verify-card`, 200, {
    json: { method: 'credit-card', fields },
    headers: { 'idempotency-key': randomUUID() },
  });
  return String((kept['paymentProfileIds'] as string[])[0]);
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const seen = await look();
    if (seen !== null) return seen;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error(`Waited ${patienceMs} ms for ${what}`);
}

const ana = { brand: 'wise-up', unitId: 'sp-paulista', person: 'ana', name: 'Ana Ribeiro' };

/** The link of somebody at a school's unit, as the school's command makes it. */
export async function unitLink(pool: Pool, product: Product): Promise<{ id: string; secret: string }> {
  // Other tests move the product's clock by months: a link of today would be over there.
  const now = await productNow(product);
  const ctx = { db: createKysely<Database>(pool), clock: { now: () => now } };
  const { person: made, token } = await appointPerson(ctx, ana);
  return { id: made.id, secret: token };
}

/** What the school's staff send. */
export const operatorHeaders = { authorization: `Bearer ${operatorToken}` } as const;
