import { z } from 'zod';
import { countries } from '#src/kernel/locale/locale.ts';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import type { CanaryWorld } from '../canary-world.ts';
import { must, Visitor } from '../visitor.ts';

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const gateways = ['test-acquirer', 'pix-bcb', 'slip-bank', 'm-pesa-vodacom', 'nupay', 'culqi', 'culqi-cash', 'pagarme'];

/** Card data and documents where they do not belong: in every call, form, address, header and report. Gives how many requests. */
export async function walkInvalidInput(world: CanaryWorld): Promise<number> {
  const calls = await mistakenCalls(world);
  const forms = await mistakenForms(world);
  const others = await mistakenReports(world);
  return calls + forms + others;
}

const inPath = (path: string, value: string): string => path.replaceAll(/[:{][A-Za-z]+\}?/g, value);

async function mistakenCalls(world: CanaryWorld): Promise<number> {
  const { checkout, canaries } = world;
  const documents = await Promise.all(
    ['openapi', 'openapi-staff'].map(async (name) =>
      openApi.parse(await (await fetch(`${checkout}/api/${name}.json`)).json()),
    ),
  );
  const described = documents.flatMap(({ paths }) => Object.entries(paths));
  let made = 0;
  for (const [path, methods] of described) {
    for (const method of Object.keys(methods).map((one) => one.toUpperCase())) {
      const buyer = new Visitor(world);
      const where = `${method} ${path}`;
      const [card, cvv] = [canaries.card(where, '1'), canaries.securityCode(where)];
      if (method === 'GET') {
        if (!path.endsWith('/events')) await buyer.call(method, inPath(path, card));
        made += 1;
        continue;
      }
      const reported = { authorization: `Bearer ${world.operatorToken}`, 'idempotency-key': `key-${'a'.repeat(20)}` };
      const about = { productCode: 'wise-up-online', business: 'wiseup-online' };
      const tender = { method: 'credit-card', fields: { number: card, cvv, token: card } };
      const bodies: readonly unknown[] = [
        {
          ...about,
          name: `Maria ${inGroups(card, '\u00a0')}`,
          email: 'a@exemplo.com.br',
          phone: inGroups(card, '\u2011'),
        },
        { cardNumber: card, cardCVV: cvv },
        { ...about, name: card, email: `${card}@exemplo.com.br`, phone: card, reason: card, document: cvv },
        { ...about, name: `Maria ${inGroups(card, ' ')}`, email: 'a@exemplo.com.br', phone: '119' },
        { ...about, sfLeadId: 'led_x', amount: 1, paymentMethods: [tender] },
        { token: cvv, code: cvv, decision: cvv, reason: cvv, fields: { a: cvv }, document: canaries.document(where) },
        { ...about, document: canaries.document(where, 'MZ'), reason: canaries.document(where, 'PE') },
        `{"cardNumber":"${card}","cvv":"${cvv}"`,
        `"${card}`,
      ];
      for (const body of bodies) await buyer.call(method, inPath(path, 'nobody'), body, reported);
      made += bodies.length;
    }
  }
  return made;
}

const inGroups = (card: string, sign: string): string => card.replaceAll(/\d{4}(?=\d)/g, `$&${sign}`);

const fieldNames = ['name', 'phone', 'document', 'cpf', 'code', 'voucher', 'city', 'addressLine1', 'reason', 'number'];

/** Every page's form, with a card number typed into one field after another. */
async function mistakenForms(world: CanaryWorld): Promise<number> {
  const { canaries } = world;
  const manifests: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];
  let made = 0;
  for (const { paths, methods, id } of manifests) {
    const path = inPath(paths[0] ?? '/', 'nobody');
    const buyer = new Visitor(world);
    const where = `form of ${id}`;
    const [card, cvv] = [canaries.card(where, '1'), canaries.securityCode(where)];
    const query = new URLSearchParams({ product: 'wup', card, cvv, email: canaries.email(where) });
    await buyer.call('GET', `${path}?${query.toString()}`);
    made += 1;
    if (methods === 'any' || !methods.includes('POST')) continue;
    const typed = Object.fromEntries(fieldNames.map((name) => [name, name === 'code' ? cvv : card]));
    const [email, phone] = [canaries.email(where), canaries.phone(where)];
    for (const fields of [
      { ...typed, email, 'card.number': card, 'card.cvv': cvv, method: 'credit-card' },
      { name: `Maria ${inGroups(card, '-')}`, email, phone, intent: 'save' },
    ]) {
      await buyer.form(`${path}?product=wup`, fields);
      made += 1;
    }
    // Everything that a lead asks for, and a card number where a name belongs.
    const good = { name: canaries.person(where), email, phone, country: 'BR', referrer: '' };
    for (const name of ['name', 'relationAccount', 'guardian'] as const) {
      const product = id === 'lead' ? 'teens' : 'wup';
      for (const sign of id === 'lead' ? ['', '\u00a0', '\u2013'] : ['']) {
        await buyer.form(`${path}?product=${product}`, { ...good, [name]: `${name} ${inGroups(card, sign)}` });
        made += 1;
      }
    }
  }
  return made;
}

const laidOut = (cpf: string): string => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');

/** What scripts, gateways and browsers say by themselves. */
async function mistakenReports(world: CanaryWorld): Promise<number> {
  const { checkout, canaries } = world;
  const buyer = new Visitor(world);
  const [card, cvv] = [canaries.card('reports', '1'), canaries.securityCode('reports')];
  const documents = countries.map((country) => canaries.document('reports', country));
  const [document = ''] = documents;
  const email = canaries.email('reports');
  const error = (message: string) => ({ level: 'error', name: 'TypeError', message, frames: [] });
  const about = { version: '1.0.0', visit: 'a'.repeat(22), page: 'payment', vitals: [], dropped: 0, seen: null };
  for (const [message, status] of [
    [`card ${card}`, 400],
    [`of ${email} with ${documents.join(' and ')}, ${card.slice(0, 9)}`, 202],
  ] as const) {
    const beacon = { ...about, errors: [error(message)] };
    const received = await buyer.call('POST', '/api/v1/measures', beacon, { origin: checkout });
    if (received.status !== status && received.status !== 204)
      throw new Error(`beacon: ${received.status} ${received.text}`);
  }
  // What a browser says that a policy refused, with the page's address, its text and whom it would have told.
  const refused = {
    ...{
      'document-uri': `${checkout}/payment/${card}?email=${email}`,
      referrer: `${checkout}/lead?${documents.join()}`,
    },
    ...{
      'blocked-uri': `https://evil.example/${card}?${email}`,
      'script-sample': `${card} ${cvv} ${documents.join(' ')}`,
    },
    ...{ 'effective-directive': `script-src-elem ${card}`, 'source-file': `${checkout}/${documents.join('/')}` },
  };
  const policy = { 'content-type': 'application/csp-report' };
  must(await buyer.call('POST', '/policy-reports', { 'csp-report': refused }, policy), [204], 'policy report');
  for (const gateway of gateways) {
    const body = { id: card, type: 'charge.changed', card: { number: card, cvv }, documents, pix: [{ txid: card }] };
    for (const sent of [body, JSON.stringify(body).slice(0, -3)])
      await buyer.call('POST', `/api/v1/notifications/${gateway}/pix`, sent, { 'x-acquirer-signature': cvv });
  }
  await buyer.call('GET', '/lead?product=wup', undefined, {
    cookie: `card=${card}; matricula=${cvv}`,
    referer: `${checkout}/payment?card=${card}`,
    'x-forwarded-for': card,
  });
  // Links of campaigns into which somebody merged a reader's data.
  const merged = canaries.email('campaign link');
  const campaign = new URLSearchParams({
    product: 'wup',
    utm_content: merged,
    utm_term: card,
    source: laidOut(document),
  });
  const arrived = await buyer.call('GET', `/?${campaign.toString()}`);
  if (arrived.location !== '') await buyer.call('GET', new URL(arrived.location, checkout).href);
  return gateways.length * 2 + 5;
}
