import type { CanaryWorld } from '../canary-world.ts';
import {
  asOperator,
  awaitPaid,
  begin,
  type StartedPurchase,
  boxOf,
  cardFields,
  chargesNow,
  type Course,
  enter,
  newKey,
  online,
  pay,
  rememberSecret,
  submit,
  until,
} from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

/** A school whose means of payment are kept, as its letters' links know it. */
const school = 'product=ms';
const live: Course = { productCode: 'wise-up-live', business: 'wiseup-live', query: 'product=live' };

/** What goes on after a purchase: renewals by a kept card, charges that fail, dearer plans, free time, offers of a seller. */
export async function walkSubscriptions(world: CanaryWorld): Promise<string[]> {
  await upgrade(world);
  await startTrialAsBuyer(world);
  await offerOfSeller(world);
  await offerToSubscriber(world);
  await renewByHand(world);
  await leaveBehind(world);
  await fallBehind(world);
  return [
    ...['upgrade', 'free time with a card', 'offer of a seller', 'offer to a subscriber', 'renewal by hand'],
    ...['left behind and reminded', 'charge that fails, and another card'],
  ];
}

/** Something that a letter's link opens, made for a buyer of `name`; the browser that has followed it. */
async function sample(
  world: CanaryWorld,
  name: string,
  kind: string,
  query = school,
): Promise<{ readonly begun: StartedPurchase; readonly path: string; readonly id: string }> {
  const { canaries } = world;
  const buyer = new Visitor(world);
  const email = canaries.email(name);
  must(await buyer.call('GET', `/samples?${query}`), [200], name);
  const made = must(await buyer.form(`/samples?${query}`, { kind, email }), [303], name);
  rememberSecret(world, name, made.location);
  // This way to make a link is the test environment's own: the address with its secret is a letter's elsewhere.
  world.addresses.pop();
  const { pathname, searchParams } = new URL(made.location, world.checkout);
  const id =
    searchParams.get('enrollmentSubscriptionId') ?? searchParams.get('customOffer') ?? pathname.split('/')[2] ?? '';
  const path = await enter(world, buyer, made.location);
  const [document, phone] = [canaries.document(name), canaries.phone(name)];
  // The product names all buyers of its samples alike.
  const named = 'update leads set name = $1, phone = $2 where email = $3';
  await world.pool.query(named, [canaries.person(name), `+55${phone}`, email]);
  const course: Course = { productCode: 'meusucesso', business: 'meusucesso', query };
  return { begun: { name, buyer, email, phone, document, leadId: '', course }, path, id };
}

/** A dearer plan: its difference is a bill, paid by card on the bill's own page. */
async function upgrade(world: CanaryWorld): Promise<void> {
  const { begun, path } = await sample(world, 'upgrade', 'upgrade', online.query);
  const shown = must(await begun.buyer.call('GET', path), [200], 'upgrade').text;
  const plan = valueOf(shown, 'plan');
  const seen = await submit(world, begun.buyer, path, { plan });
  const preview = must(await begun.buyer.call('GET', seen), [200], 'upgrade').text;
  const [amount, price] = [valueOf(preview, 'amount'), valueOf(preview, 'price')];
  const bill = await submit(world, begun.buyer, seen, { intent: 'confirm', plan, amount, price });
  await payInvoice(world, begun, bill);
}

/** Pays what a bill's page shows, once with what is typed refused. */
async function payInvoice(world: CanaryWorld, { buyer, name, document }: StartedPurchase, bill: string): Promise<void> {
  const page = must(await buyer.call('GET', bill), [200], `${name}: bill`).text;
  const price = { quoteId: valueOf(page, 'quoteId'), key: valueOf(page, 'key') };
  const card = await cardFields(world, name);
  const fields = Object.fromEntries(Object.entries(card).map(([field, text]) => [`card.${field}`, text]));
  const typed = { method: 'credit-card', ...price, installments: '1', 'card.document': document, ...fields };
  await submit(world, buyer, bill, { ...typed, 'card.token': 'none' }, [422]);
  const paid = await submit(world, buyer, bill, { ...typed, terms: 'yes' }, [303]);
  if (!/success|parsing|payment/.test(paid)) throw new Error(`${name}: the bill led to ${paid}`);
}

/** A card is only checked and kept; its first charge is agreed to. */
async function startTrialAsBuyer(world: CanaryWorld): Promise<void> {
  const name = 'free time with a card';
  const begun = await begin(world, name, live);
  const refused = { ...(await cardFields(world, name, world.canaries.card(name, '2'))), document: begun.document };
  await pay(begun, () => [{ method: 'credit-card', fields: refused }], { acceptTrial: true });
  const fields = { ...(await cardFields(world, name)), document: begun.document };
  must(await pay(begun, () => [{ method: 'credit-card', fields }], { acceptTrial: true }), [201, 202], name);
}

/** A seller's price for somebody who only left their data: a bill. */
async function offerOfSeller(world: CanaryWorld): Promise<void> {
  const name = 'offer of a seller';
  const begun = await begin(world, name);
  const expires = new Date((await world.sandboxPayments.now()).getTime() + 5 * 86_400_000);
  const options = { leadId: begun.leadId, planId: 'wup-annual-t', amount: 90_000, seller: 'ana' };
  const body = { ...options, expiresOn: expires.toISOString().slice(0, 10) };
  const made = must(await begun.buyer.call('POST', '/api/v1/custom-offers', body, asOperator(world)), [201], name);
  const link = String(made.json['path']);
  rememberSecret(world, name, link);
  const reader = new Visitor(world);
  const path = await enter(world, reader, link);
  const bill = await submit(world, reader, path, { intent: 'take' }, [303]);
  await payInvoice(world, { ...begun, buyer: reader }, bill);
}

/** A seller's price for the next terms of a subscription, taken by a card that is only checked. */
async function offerToSubscriber(world: CanaryWorld): Promise<void> {
  const { begun, path } = await sample(world, 'offer to a subscriber', 'offer-terms');
  const page = must(await begun.buyer.call('GET', path), [200], begun.name).text;
  const card = await cardFields(world, begun.name);
  const fields = Object.fromEntries(Object.entries(card).map(([field, text]) => [`card.${field}`, text]));
  const price = { quoteId: valueOf(page, 'quoteId'), key: valueOf(page, 'key') };
  const typed = { method: 'credit-card', ...price, ...fields, 'card.document': begun.document, 'card.keep': 'yes' };
  await submit(world, begun.buyer, path, typed, [422]);
  await submit(world, begun.buyer, path, { ...typed, terms: 'yes', trial: 'yes' });
}

/** Means are checked and kept by a call; the next term is paid by them, by the one-press and by Pix. */
async function renewByHand(world: CanaryWorld): Promise<void> {
  const { begun, id } = await sample(world, 'renewal by hand', 'renewal');
  const { buyer, document, name, course } = begun;
  const verify = `/api/v2/subscription/${id}/custom-sale/verify-card`;
  const refused = await cardFields(world, name, world.canaries.card(name, '2'));
  const card = await cardFields(world, name);
  for (const fields of [refused, card])
    must(
      await buyer.call(
        'POST',
        verify,
        { method: 'credit-card', fields: { ...fields, document, keep: 'yes' } },
        newKey(),
      ),
      [200],
      name,
    );
  const known = await chargesNow(world);
  const body = { business: course.business, paymentMethod: 'credit-card', document };
  const paid = await buyer.call('POST', `/api/v1/subscription/${id}/renew`, body, newKey());
  must(paid, [201, 202], name);
  await awaitPaid(world, begun, paid.json['orderId'], known);
}

/** Who leaves before paying is reminded, comes back by the letter, and has the reminders stopped. */
async function leaveBehind(world: CanaryWorld): Promise<void> {
  const name = 'left behind and reminded';
  const { canaries } = world;
  const buyer = new Visitor(world);
  const [email, phone] = [canaries.email(name), canaries.phone(name)];
  const contact = { name: canaries.person(name), email, phone, country: 'BR', marketing: 'yes' };
  must(await buyer.call('GET', `/lead?${online.query}`), [200], name);
  await submit(world, buyer, `/lead?${online.query}`, contact);
  await world.sandboxPayments.advance(61 * 60);
  const links = await until(`${name}: a reminder`, async () => {
    const found = (await boxOf(world, email)).messages.flatMap((one) => one.links);
    return found.some((one) => one.includes('/reminders/')) ? found : null;
  });
  for (const link of links) rememberSecret(world, name, link);
  const reader = new Visitor(world);
  await enter(world, reader, links.find((one) => one.includes('/recovery/')) ?? '');
  const stop = await enter(world, reader, links.find((one) => one.includes('/reminders/')) ?? '');
  await submit(world, reader, stop, {});
}

/** The kept card is refused when its day comes; the letter leads to the own page, where another card is given. */
async function fallBehind(world: CanaryWorld): Promise<void> {
  const { begun, id } = await sample(world, 'charge that fails', 'renewal');
  const { buyer, document, name, email } = begun;
  const fields = { ...(await cardFields(world, name)), document, keep: 'yes' };
  const verify = `/api/v2/subscription/${id}/custom-sale/verify-card`;
  must(await buyer.call('POST', verify, { method: 'credit-card', fields }, newKey()), [200], name);
  await submit(world, buyer, `/my-purchases?${school}`, { email });
  const sentEmail = await until(`${name}: the own page`, async () => {
    const { messages } = await boxOf(world, email);
    return messages.find(({ subject }) => subject.startsWith('Suas compras')) ?? null;
  });
  const link = sentEmail.links.find((one) => one.includes('/my-purchases/')) ?? '';
  rememberSecret(world, name, link);
  await faults(world, [{ mode: 'decline', code: '51' }]);
  try {
    await world.sandboxPayments.advance(14 * 86_400);
    await until(`${name}: the letter`, async () => {
      const { messages } = await boxOf(world, email);
      for (const one of messages.flatMap(({ links }) => links)) rememberSecret(world, name, one);
      return messages.some(({ links }) => links.some((one) => one.includes('/renew/'))) ? true : null;
    });
  } finally {
    await faults(world, []);
  }
  const home = (await enter(world, buyer, link)).split('?')[0] ?? '';
  const card = await cardFields(world, name);
  const own = Object.fromEntries(Object.entries(card).map(([field, text]) => [`card.${field}`, text]));
  const path = `${home}/card/${id}?${school}`;
  const page = must(await buyer.call('GET', path), [200], name).text;
  const typed = { ...own, 'card.document': document, key: valueOf(page, 'key') };
  await submit(world, buyer, path, typed, [422]);
  await submit(world, buyer, path, { ...typed, 'card.keep': 'yes', 'card.renew': 'yes' }, [303]);
}

async function faults({ sandboxPayments }: CanaryWorld, rules: readonly object[]): Promise<void> {
  await fetch(`${sandboxPayments.origin}/sandbox/weather`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'acquirer', rules }),
  });
}

/** The value of the first field of that name. */
function valueOf(html: string, name: string): string {
  const tag = html.match(/<(?:input|button)[^>]*>/g)?.find((one) => one.includes(`name="${name}"`));
  const value = /value="([^"]*)"/.exec(tag ?? '')?.[1];
  if (value === undefined) throw new Error(`There is no field ${name}`);
  return value;
}
