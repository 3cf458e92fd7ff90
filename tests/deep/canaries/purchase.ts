import { randomUUID } from 'node:crypto';
import { type CardCompany, encryptCard } from '#tests/compat/card-tokens.ts';
import type { CanaryWorld } from './canary-world.ts';
import { type ResponseListener, must, Visitor } from './visitor.ts';

/** What is sold, where calls name it, and the link by which pages know it. */
export interface Course {
  readonly productCode: string;
  readonly business: string;
  readonly query: string;
  readonly flowId?: string;
}

export const online: Course = { productCode: 'wise-up-online', business: 'wiseup-online', query: 'product=wup' };

/** A buyer of their own on the way of `name`, whose every word is known again. */
export interface StartedPurchase {
  readonly name: string;
  readonly buyer: Visitor;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
  readonly leadId: string;
  readonly course: Course;
}

export interface Tender {
  readonly method: string;
  readonly amount?: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Leaves a lead in Brazil. */
export async function begin(world: CanaryWorld, name: string, course: Course = online): Promise<StartedPurchase> {
  const { canaries } = world;
  const buyer = new Visitor(world);
  const [email, phone, document] = [canaries.email(name), canaries.phone(name), canaries.document(name)];
  const { productCode, flowId } = course;
  const contact = { name: canaries.person(name), email, phone, productCode, operation: 'BR' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...(flowId === undefined ? {} : { flowId }) });
  const leadId = String(must(lead, [201], name).json['id']);
  const about = { document: { type: 'cpf', number: document }, birthDate: '1990-02-03' };
  must(await buyer.call('PATCH', `/api/v1/lead/${leadId}`, about), [200], name);
  return { name, buyer, email, phone, document, leadId, course };
}

/** Pays what the lead is shown, by whatever `tenders` makes of the price. */
export async function pay(
  { buyer, name, leadId, document, course }: StartedPurchase,
  tenders: (total: number) => readonly Tender[],
  more: object = {},
): Promise<ResponseListener> {
  const { json: quote } = must(await buyer.call('POST', '/api/v1/quote', { leadId }), [200], name);
  const total = Number(quote['total']);
  const body = {
    ...{ sfLeadId: leadId, quoteId: quote['id'], amount: total, document },
    ...{ business: course.business, productCode: course.productCode, paymentMethods: tenders(total) },
    ...more,
  };
  return buyer.call('POST', '/api/v2/payment', body, newKey());
}

export const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

/** A card as its page hands it over: a number of its own, or one of the bank's own numbers. */
export async function cardFields(
  { canaries, sandboxPayments }: CanaryWorld,
  name: string,
  number = canaries.card(name, '1'),
  company?: CardCompany,
): Promise<Record<string, string>> {
  canaries.add('card-number', name, number);
  const sealed = await encryptCard(sandboxPayments.origin, 'BR', await sandboxPayments.now(), number, company);
  canaries.add('card-token', name, sealed.token);
  return { ...sealed };
}

/** Waits until something is seen; `what` is told where it is not. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const seen = await look();
    if (seen !== null) return seen;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  throw new Error(`Waited 20 s for ${what}`);
}

/** Waits for an order; pays what its buyer has to pay outside. */
export async function awaitPaid(
  { sandboxPayments }: CanaryWorld,
  { buyer, name }: Pick<StartedPurchase, 'buyer' | 'name'>,
  orderId: unknown,
  known: ReadonlySet<string>,
): Promise<string> {
  await until(`${name}: order to be paid`, async () => {
    const { json } = await buyer.call('GET', `/api/v1/order/${String(orderId)}/status`);
    if (json['state'] === 'paid') return true;
    await sandboxPayments.payOpen(known);
    return null;
  });
  return String(orderId);
}

export async function chargesNow({ sandboxPayments }: CanaryWorld): Promise<ReadonlySet<string>> {
  return new Set((await sandboxPayments.charges()).map(({ id }) => id));
}

interface Box {
  readonly messages: readonly { readonly subject: string; readonly text: string; readonly links: readonly string[] }[];
  readonly sms: readonly { readonly text: string }[];
}

/** Everything that came to an address or a phone, newest first. */
export async function boxOf({ sandboxPayments }: CanaryWorld, to: string): Promise<Box> {
  const answer = await fetch(`${sandboxPayments.origin}/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as Box;
}

/** Waits for a letter's link whose address has `part` in it; its secret is known from then on. */
export async function linkIn(world: CanaryWorld, { email, name }: StartedPurchase, part: string): Promise<string> {
  const link = await until(`${name}: a letter with ${part}`, async () => {
    const { messages } = await boxOf(world, email);
    return messages.flatMap(({ links }) => links).find((one) => one.includes(part)) ?? null;
  });
  rememberSecret(world, name, link);
  return link;
}

export function rememberSecret({ canaries }: CanaryWorld, name: string, link: string): void {
  const secret = new URL(link, 'http://any.example').searchParams.get('t');
  if (secret !== null) canaries.add('link-token', name, secret);
}

/** Follows a letter's link as a browser does; the page's own path, without the secret. */
export async function enter(world: CanaryWorld, visitor: Visitor, link: string): Promise<string> {
  const { location } = must(await visitor.call('GET', link), [303], new URL(link, world.checkout).pathname);
  const { pathname, search } = new URL(location, world.checkout);
  must(await visitor.call('GET', pathname + search), [200, 303], pathname);
  return pathname + search;
}

/** Posts a page's form and goes where it leads. */
export async function submit(
  world: CanaryWorld,
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  wanted: readonly number[] = [303],
): Promise<string> {
  const { location } = must(await visitor.form(path, fields), wanted, `form of ${path.split('?')[0] ?? ''}`);
  if (location === '') return path;
  const { pathname, search } = new URL(location, world.checkout);
  if (location.startsWith('/') || location.startsWith(world.checkout)) await visitor.call('GET', pathname + search);
  return pathname + search;
}

export const asOperator = ({ operatorToken }: CanaryWorld): Record<string, string> => ({
  authorization: `Bearer ${operatorToken}`,
});

/** Keeps what was handed out, to be looked through. */
export function saveDocument(
  { documents }: CanaryWorld,
  place: string,
  { bytes }: Pick<ResponseListener, 'bytes'>,
): void {
  documents.push({ place: `paper ${place}`, bytes });
}
