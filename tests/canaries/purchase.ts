import { randomUUID } from 'node:crypto';
import { type CardCompany, sealCard } from '#tests/compat/card-tokens.ts';
import type { CanaryStage } from './canary-stage.ts';
import { type Heard, must, Visitor } from './visitor.ts';

/** What is sold, where calls name it, and the link by which pages know it. */
export interface Course {
  readonly productCode: string;
  readonly business: string;
  readonly query: string;
  readonly flowId?: string;
}

export const online: Course = { productCode: 'wise-up-online', business: 'wiseup-online', query: 'product=wup' };

/** A buyer of their own on the way of `name`, whose every word is known again. */
export interface Begun {
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
export async function begin(stage: CanaryStage, name: string, course: Course = online): Promise<Begun> {
  const { needles } = stage;
  const buyer = new Visitor(stage);
  const [email, phone, document] = [needles.email(name), needles.phone(name), needles.document(name)];
  const { productCode, flowId } = course;
  const contact = { name: needles.person(name), email, phone, productCode, operation: 'BR' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...(flowId === undefined ? {} : { flowId }) });
  const leadId = String(must(lead, [201], name).json['id']);
  const about = { document: { type: 'cpf', number: document }, birthDate: '1990-02-03' };
  must(await buyer.call('PATCH', `/api/v1/lead/${leadId}`, about), [200], name);
  return { name, buyer, email, phone, document, leadId, course };
}

/** Pays what the lead is shown, by whatever `tenders` makes of the price. */
export async function pay(
  { buyer, name, leadId, document, course }: Begun,
  tenders: (total: number) => readonly Tender[],
  more: object = {},
): Promise<Heard> {
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
  { needles, outside }: CanaryStage,
  name: string,
  number = needles.card(name, '1'),
  company?: CardCompany,
): Promise<Record<string, string>> {
  needles.add('card-number', name, number);
  const sealed = await sealCard(outside.origin, 'BR', await outside.now(), number, company);
  needles.add('card-token', name, sealed.token);
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
  { outside }: CanaryStage,
  { buyer, name }: Pick<Begun, 'buyer' | 'name'>,
  orderId: unknown,
  known: ReadonlySet<string>,
): Promise<string> {
  await until(`${name}: order to be paid`, async () => {
    const { json } = await buyer.call('GET', `/api/v1/order/${String(orderId)}/status`);
    if (json['state'] === 'paid') return true;
    await outside.payOpen(known);
    return null;
  });
  return String(orderId);
}

export async function chargesNow({ outside }: CanaryStage): Promise<ReadonlySet<string>> {
  return new Set((await outside.charges()).map(({ id }) => id));
}

interface Box {
  readonly messages: readonly { readonly subject: string; readonly text: string; readonly links: readonly string[] }[];
  readonly sms: readonly { readonly text: string }[];
}

/** Everything that came to an address or a phone, newest first. */
export async function boxOf({ outside }: CanaryStage, to: string): Promise<Box> {
  const answer = await fetch(`${outside.origin}/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as Box;
}

/** Waits for a letter's link whose address has `part` in it; its secret is known from then on. */
export async function linkIn(stage: CanaryStage, { email, name }: Begun, part: string): Promise<string> {
  const link = await until(`${name}: a letter with ${part}`, async () => {
    const { messages } = await boxOf(stage, email);
    return messages.flatMap(({ links }) => links).find((one) => one.includes(part)) ?? null;
  });
  rememberSecret(stage, name, link);
  return link;
}

export function rememberSecret({ needles }: CanaryStage, name: string, link: string): void {
  const secret = new URL(link, 'http://any.example').searchParams.get('t');
  if (secret !== null) needles.add('link-token', name, secret);
}

/** Follows a letter's link as a browser does; the page's own path, without the secret. */
export async function enter(stage: CanaryStage, visitor: Visitor, link: string): Promise<string> {
  const { location } = must(await visitor.call('GET', link), [303], new URL(link, stage.checkout).pathname);
  const { pathname, search } = new URL(location, stage.checkout);
  must(await visitor.call('GET', pathname + search), [200, 303], pathname);
  return pathname + search;
}

/** Posts a page's form and goes where it leads. */
export async function submit(
  stage: CanaryStage,
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  wanted: readonly number[] = [303],
): Promise<string> {
  const { location } = must(await visitor.form(path, fields), wanted, `form of ${path.split('?')[0] ?? ''}`);
  if (location === '') return path;
  const { pathname, search } = new URL(location, stage.checkout);
  if (location.startsWith('/') || location.startsWith(stage.checkout)) await visitor.call('GET', pathname + search);
  return pathname + search;
}

export const asOperator = ({ operatorToken }: CanaryStage): Record<string, string> => ({
  authorization: `Bearer ${operatorToken}`,
});

/** Keeps what was handed out, to be looked through. */
export function keepPaper({ papers }: CanaryStage, place: string, { bytes }: Pick<Heard, 'bytes'>): void {
  papers.push({ place: `paper ${place}`, bytes });
}
