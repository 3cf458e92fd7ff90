import { formatMoney } from '#src/kernel/money/format-money.ts';
import { isCurrency } from '#src/kernel/money/money.ts';
import { createPdf } from '#src/kernel/pdf/tagged-pdf.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { taxIdText } from '../contracts/index.ts';
import type { DocumentsContext } from '../context.server.ts';
import type { EvidencePack } from './evidence-pack.server.ts';

type Rows = readonly (readonly [string, string])[];

/**
 * An evidence pack for the people of a bank: a tagged PDF in the sale's language, first what the bank says and the answer in
 * short, then who bought, what was agreed, what was used, and earlier sales. The JSON file is attached. Null where no documents
 * are made.
 */
export async function evidencePackPdf(ctx: DocumentsContext, pack: EvidencePack): Promise<Buffer | null> {
  const { documents } = ctx;
  if (!documents) return null;
  const { dispute, order, lines, buyer, agreed, used, earlier, compelling } = pack.evidence;
  const { brand, variant, locale, market, currency } = order;
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    documents.say(locale, `documents.dispute.${key}`, values);
  const money = (amount: bigint, of: string = currency): string =>
    formatMoney({ amount, currency: isCurrency(of) ? of : currency }, locale);
  const at = (instant: Date): string => formatInstant(instant, marketZone(market));
  const branding = documents.branding(brand, variant);
  const company = documents.company(brand, variant);
  const number = order.reference;
  const pdf = createPdf({
    lang: locale,
    title: say('title', { number, school: branding.name }),
    author: company?.legalName ?? branding.name,
    colour: branding.colour,
    foot: say('foot', { number, hash: pack.hash.slice(0, 16) }),
    madeAt: pack.madeAt,
  });
  const section = (heading: string, rows: Rows): void => {
    if (rows.length > 0) pdf.section(say(heading), rows);
    else {
      pdf.heading(say(heading));
      pdf.paragraph(say('none'));
    }
  };
  pdf.title(say('heading', { number }), branding.name);
  pdf.paragraph(say(`answer.${dispute.category}`));
  if (pack.statement !== '') pdf.paragraph(pack.statement);
  section('category', [
    [say('case'), dispute.movementId],
    ...(dispute.reason === null ? [] : [[say('reason'), dispute.reason] as const]),
    [say('amount'), money(dispute.amount, dispute.currency)],
    ...(dispute.scheme ? [[say('instrument'), `${dispute.scheme} ${dispute.last4 ?? ''}`.trim()] as const] : []),
    [say('disputed-at'), at(dispute.occurredAt)],
    ...(company ? [[say('seller'), `${company.legalName}, ${taxIdText(company)}`] as const] : []),
  ]);
  section('who', [
    [say('name'), buyer.name],
    [say('email'), buyer.email],
    [say('phone'), buyer.phone],
    ...(buyer.phoneVerifiedAt ? [[say('phone-verified'), at(buyer.phoneVerifiedAt)] as const] : []),
    ...(buyer.document ? [[say('document'), buyer.document.number] as const] : []),
  ]);
  section('agreed', [
    ...lines.map(({ title, amount }) => [title, money(amount)] as const),
    ...agreed.acceptances.map(
      (one) => [one.label, say('accepted', { at: at(one.at), ip: one.ip, version: one.termsVersion })] as const,
    ),
    ...agreed.consents
      .filter(({ accepted }) => accepted)
      .map((one) => [one.label, say('ticked', { at: at(one.at), ip: one.ip })] as const),
  ]);
  section('used', [
    ...used.changes.map((one) => [say(`access.${one.change}`), at(one.at)] as const),
    ...used.deliveries.map((one) => [say('platform'), at(one.at)] as const),
    ...used.entries.map((one) => [say('entered'), at(one.at)] as const),
    ...used.emails.map((one) => [say('email-accepted'), at(one.at)] as const),
  ]);
  section(
    'earlier',
    earlier
      .filter(({ isDisputed }) => !isDisputed)
      .map((sale) => [`${sale.reference}, ${at(sale.paidAt)}`, money(sale.total, sale.currency)] as const),
  );
  if (compelling.result === 'qualified') {
    pdf.heading(say('ce3'));
    pdf.paragraph(say('ce3.text'));
    pdf.facts(
      compelling.payments.map((payment) => [
        `${payment.orderReference}, ${at(payment.at)}, ${money(payment.amount, payment.currency)}`,
        compelling.elements.map((element) => say(`ce3.${element}`)).join(', '),
      ]),
    );
  }
  pdf.heading(say('files'));
  pdf.facts([[say('hash'), pack.hash]]);
  pdf.attach({
    name: 'dispute.json',
    contentType: 'application/json',
    description: say('attached'),
    content: Buffer.from(pack.text),
  });
  return pdf.finish();
}
