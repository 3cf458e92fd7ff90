import { randomUUID } from 'node:crypto';
import type { Country } from '#src/kernel/locale/locale.ts';
import { type CardCompany, encryptCard } from '#tests/compat/card-tokens.ts';
import type { CanaryWorld } from '../canary-world.ts';
import { must, Visitor } from '../visitor.ts';

interface Way {
  readonly name: string;
  readonly market: Country;
  readonly methods: readonly string[];
  /** What becomes of it. */
  readonly ends: 'paid' | 'declined';
  /** Another school's course, where the usual one does not take it. */
  readonly course?: { readonly productCode: string; readonly business: string };
  /** Who gets its cards, where it is not the one of its market. */
  readonly company?: CardCompany;
}

/** Its cards and slips go to Pagar.me. */
const atPagarme: Pick<Way, 'market' | 'company' | 'course'> = {
  market: 'BR',
  company: 'pagarme',
  course: { productCode: 'medcof', business: 'medcof' },
};

const ways: readonly Way[] = [
  { name: 'card', market: 'BR', methods: ['credit-card'], ends: 'paid' },
  { name: 'card that is declined', market: 'BR', methods: ['credit-card'], ends: 'declined' },
  { name: 'two cards', market: 'BR', methods: ['credit-card', 'credit-card'], ends: 'paid' },
  { name: 'Pix', market: 'BR', methods: ['pix'], ends: 'paid' },
  { name: 'card and Pix', market: 'BR', methods: ['credit-card', 'pix'], ends: 'paid' },
  { name: 'slip', market: 'BR', methods: ['bankslip'], ends: 'paid' },
  {
    ...{ name: 'NuPay', market: 'BR', methods: ['nu-pay'], ends: 'paid' },
    course: { productCode: 'conquer', business: 'conquer' },
  },
  { name: 'card in Mozambique', market: 'MZ', methods: ['credit-card'], ends: 'paid' },
  { name: 'M-Pesa', market: 'MZ', methods: ['m-pesa'], ends: 'paid' },
  { name: 'card in Peru', market: 'PE', methods: ['credit-card'], ends: 'paid' },
  { name: 'Yape', market: 'PE', methods: ['yape'], ends: 'paid' },
  { name: 'PagoEfectivo', market: 'PE', methods: ['pago-efectivo'], ends: 'paid' },
  { name: 'card at Pagar.me', methods: ['credit-card'], ends: 'paid', ...atPagarme },
  { name: 'card that Pagar.me declines', methods: ['credit-card'], ends: 'declined', ...atPagarme },
  { name: 'two cards at Pagar.me', methods: ['credit-card', 'credit-card'], ends: 'paid', ...atPagarme },
  { name: 'slip of Pagar.me', methods: ['bankslip'], ends: 'paid', ...atPagarme },
  {
    ...{ name: 'ticket at Pagar.me', methods: ['credit-card'], ends: 'paid', ...atPagarme },
    course: { productCode: 'vende-c', business: 'vende-c' },
  },
];

const courses = {
  BR: { productCode: 'wise-up-online', business: 'wiseup-online', operation: 'BR', flowId: 'default' },
  MZ: { productCode: 'meusucesso', business: 'meusucesso', operation: 'MZ' },
  PE: { productCode: 'wise-up-online', business: 'wiseup-online', operation: 'PE', flowId: 'peru' },
} as const;

const documentTypes: Readonly<Record<Country, string>> = { BR: 'cpf', MZ: 'nuit', PE: 'dni' };

/** Buys in every way, from the lead to the letters, with secrets that are known again. */
export async function walkPurchases(world: CanaryWorld, only: (way: Way) => boolean = () => true): Promise<string[]> {
  const walked: string[] = [];
  for (const way of ways.filter(only)) walked.push(await walkOne(world, way));
  return walked;
}

async function walkOne(world: CanaryWorld, way: Way): Promise<string> {
  const { canaries, sandboxPayments } = world;
  const buyer = new Visitor(world);
  const [phone, document] = [canaries.phone(way.name, way.market), canaries.document(way.name, way.market)];
  const contact = { name: canaries.person(way.name, way.market), email: canaries.email(way.name, way.market), phone };
  const { business, ...course } = way.course ?? courses[way.market];
  const lead = must(await buyer.call('POST', '/api/v1/lead', { ...contact, ...course }), [201], way.name);
  const leadId = String(lead.json['id']);
  const about = { document: { type: documentTypes[way.market], number: document }, birthDate: '1990-02-03' };
  must(await buyer.call('PATCH', `/api/v1/lead/${leadId}`, about), [200], way.name);
  if (way.name === 'card') await proveLeadPhone(world, buyer, leadId, phone);
  const quote = must(await buyer.call('POST', '/api/v1/quote', { leadId }), [200], way.name).json;
  const total = Number(quote['total']);
  const known = new Set((await sandboxPayments.charges()).map(({ id }) => id));
  const half = Math.floor(total / 2);
  const paymentMethods = await Promise.all(
    way.methods.map(async (method, index) => ({
      method,
      ...(way.methods.length > 1 ? { amount: index === 0 ? half : total - half } : {}),
      fields: await fieldsOf(world, way, method, document),
    })),
  );
  const body = {
    ...{ sfLeadId: leadId, quoteId: quote['id'], amount: total, paymentMethods },
    ...{ business, productCode: course.productCode, document },
  };
  const key = { 'idempotency-key': randomUUID() };
  const paid = await buyer.call('POST', '/api/v2/payment', body, key);
  if (way.ends === 'declined') {
    must(paid, [402], way.name);
    return way.name;
  }
  must(paid, [201, 202], way.name);
  // The same words once more, and other words under the same key.
  await buyer.call('POST', '/api/v2/payment', body, key);
  await buyer.call('POST', '/api/v2/payment', { ...body, amount: total + 1 }, key);
  const orderId = String(paid.json['orderId']);
  await becomePaid(world, buyer, orderId, known, way.name);
  await readEmails(world, contact.email, way.name);
  return way.name;
}

async function fieldsOf(
  { canaries, sandboxPayments }: CanaryWorld,
  { name, market, ends, company }: Way,
  method: string,
  document: string,
): Promise<Record<string, string>> {
  // The wallet that pays is somebody else's than the buyer's.
  if (method === 'm-pesa') return { phone: canaries.phone(`${name}, wallet`, market) };
  if (method === 'yape') {
    const phone = canaries.phone(`${name}, wallet`, market);
    return { phone, code: canaries.add('phone-code', name, await sandboxPayments.yapeCode(phone)) };
  }
  if (method !== 'credit-card') return { document };
  const number = canaries.card(name, ends === 'paid' ? '1' : '2');
  const sealed = await encryptCard(sandboxPayments.origin, market, await sandboxPayments.now(), number, company);
  canaries.add('card-token', name, sealed.token);
  return { document, ...sealed };
}

/** A code is sent, guessed wrong, and proved. */
async function proveLeadPhone(world: CanaryWorld, buyer: Visitor, leadId: string, phone: string): Promise<void> {
  const about = { productCode: 'wise-up-online', business: 'wiseup-online' };
  const path = `/api/v1/lead/${leadId}/phones`;
  must(await buyer.call('POST', `${path}/send-sms`, about), [202], 'send-sms');
  const box = (await (await fetch(`${world.sandboxPayments.origin}/sandbox/inbox.json?to=55${phone}`)).json()) as {
    readonly sms: readonly { readonly text: string }[];
  };
  const code = / #(\d{6})$/.exec(box.sms[0]?.text ?? '')?.[1] ?? '';
  world.canaries.add('phone-code', 'send-sms', code);
  const wrong = code === '000000' ? '000001' : '000000';
  await buyer.call('POST', `${path}/validate`, { ...about, code: wrong });
  must(await buyer.call('POST', `${path}/validate`, { ...about, code }), [200], 'validate');
}

async function becomePaid(
  { sandboxPayments }: CanaryWorld,
  buyer: Visitor,
  orderId: string,
  known: ReadonlySet<string>,
  what: string,
): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    const { json } = await buyer.call('GET', `/api/v1/order/${orderId}/status`);
    if (json['state'] === 'paid') return;
    if (Date.now() > until) throw new Error(`${what}: the order stayed ${String(json['state'])}`);
    await sandboxPayments.payOpen(known);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

/** Follows every link of a buyer's letters in a browser of its own, and does what the page behind it offers first. */
async function readEmails(world: CanaryWorld, email: string, what: string): Promise<void> {
  const until = Date.now() + 10_000;
  let links: readonly string[] = [];
  while (links.length === 0 && Date.now() < until) {
    const box = (await (
      await fetch(`${world.sandboxPayments.origin}/sandbox/inbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as { readonly messages: readonly { readonly links: readonly string[] }[] };
    links = box.messages.flatMap((message) => message.links).filter((link) => link.startsWith(world.checkout));
    if (links.length === 0) await new Promise((resolve) => setTimeout(resolve, 60));
  }
  if (links.length === 0) throw new Error(`${what}: no letter came`);
  const reader = new Visitor(world);
  for (const link of links) {
    const token = new URL(link).searchParams.get('t');
    if (token !== null) world.canaries.add('link-token', what, token);
    const { location } = await reader.call('GET', link);
    if (location !== '') await reader.call('GET', new URL(location, world.checkout).href);
  }
}
