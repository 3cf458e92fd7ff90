import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { isCurrency } from '#src/kernel/money/money.ts';
import { createPdf } from '#src/kernel/pdf/tagged-pdf.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { DocumentsContext } from '../context.server.ts';
import { taxIdText } from '../contracts/index.ts';
import { orderById } from '../../orders/index.server.ts';
import { auditTrailOf } from './audit-trail-file.server.ts';

/**
 * The audit trail for people, as a tagged PDF in the buyer's language: every entry with its time and hash, the disclosed data,
 * the seal. The file for verification by machine is attached to it.
 */
export async function auditTrailPdf(ctx: DocumentsContext, orderId: string): Promise<Buffer | null> {
  const { documents } = ctx;
  const [order, evidence] = await Promise.all([orderById(ctx.db, orderId), auditTrailOf(ctx, orderId)]);
  if (!documents || !order || !evidence) return null;
  const { file, text } = evidence;
  const { locale, brand, variant, market } = order;
  const branding = documents.branding(brand, variant);
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    documents.say(locale, `documents.audit-trail.${key}`, values);
  const number = order.reference;
  const zone = marketZone(market);
  const at = (time: string): string => formatInstant(new Date(time), zone);
  const pdf = createPdf({
    lang: locale,
    title: say('title', { number, school: branding.name }),
    author: documents.company(brand, variant)?.legalName ?? branding.name,
    colour: branding.colour,
    foot: say('foot', { number, hash: file.seal.head.slice(0, 16) }),
    madeAt: new Date(file.seal.sealedAt),
  });
  pdf.title(say('heading', { number }), branding.name);
  pdf.paragraph(say('summary.text'));
  const company = documents.company(brand, variant);
  const moment = (kind: string): string | null => {
    const link = file.links.find((one) => one.kind === kind);
    return link ? at(link.occurredAt) : null;
  };
  const summary: readonly (readonly [string, string | null | undefined])[] = [
    ['order', number],
    ['product', ctx.catalog.product(brand, variant, order.productCode)?.title],
    ['buyer', file.disclosures.find(({ field }) => field === 'name')?.value],
    ['seller', company && `${company.legalName}, ${taxIdText(company)}`],
    ['total', formatMoney({ amount: order.total, currency: order.currency }, locale)],
    ['accepted', moment('acceptance')],
    ['paid', order.paidAt && formatInstant(order.paidAt, zone)],
    ['access', moment('access')],
  ];
  // The first page: what was bought. The record for verification follows.
  pdf.section(
    say('summary'),
    summary.flatMap(([name, value]) => (value ? [[say(`summary.${name}`), value] as const] : [])),
  );
  pdf.page();
  pdf.heading(say('record'));
  pdf.paragraph(say('intro', { count: file.links.length }));
  for (const link of file.links) {
    const disclosedHere = file.disclosures.filter(
      ({ position, field }) => position === link.position && field !== 'text',
    );
    pdf.heading(`${link.position + 1}. ${say(`kind.${link.kind}`)}`);
    pdf.facts([
      [say('at'), `${at(link.occurredAt)} (${link.occurredAt})`],
      [say('source'), link.source],
      ...readableFacts(link.body, { say, locale, zone }),
      ...disclosedHere.map(({ field, value }) => [say(`field.${field}`), value] as const),
      [say('hash'), link.hash],
    ]);
  }
  pdf.heading(say('seal'));
  const { seal } = file;
  pdf.facts([
    [say('sealed-at'), `${at(seal.sealedAt)} (${seal.sealedAt})`],
    [say('head'), seal.head],
    [say('key'), seal.keyId],
    [say('key-address'), seal.keyAddress],
    [say('signature'), seal.signature],
  ]);
  pdf.paragraph(say('verify'), 'small');
  pdf.attach({
    name: 'evidence.json',
    contentType: 'application/json',
    description: say('attached'),
    content: Buffer.from(text),
  });
  return pdf.finish();
}

/** Names whose values are minor units of the entry's own currency. */
const amounts: ReadonlySet<string> = new Set(['amount', 'total', 'discount']);
/** Names whose values are instants. */
const instants: ReadonlySet<string> = new Set(['recordedAt', 'holdsUntil', 'sentAt']);

/** The values of an entry that fit in one line, in the buyer's language; the attached file has all of them as hashed. */
export function readableFacts(
  body: JsonObject,
  { say, locale, zone }: { readonly say: (key: string) => string; readonly locale: Locale; readonly zone: string },
): [string, string][] {
  const { currency } = body;
  const read = (name: string, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    const text = String(value);
    if (amounts.has(name) && isCurrency(currency)) return formatMoney({ amount: BigInt(text), currency }, locale);
    return instants.has(name) ? formatInstant(new Date(text), zone) : text;
  };
  return Object.entries(body).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[say(`fact.${name}`), read(name, value)]]
      : [],
  );
}
