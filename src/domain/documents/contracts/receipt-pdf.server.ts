import { formatMoney } from '#src/kernel/money/format-money.ts';
import { createPdf } from '#src/kernel/pdf/tagged-pdf.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { DocumentsContext } from '../context.server.ts';
import { installmentGroups } from '../../checkout/quotes/index.ts';
import { lastCoolingOffDay } from '../../catalog/terms/index.ts';
import type { DocumentsPort } from './documents.port.ts';
import { type ReceiptFacts, receiptFacts } from './receipt-facts.server.ts';
import { maskedTaxId, taxIdText } from './tax-id-text.ts';

/**
 * The receipt of a paid order as a tagged PDF in its buyer's language, with the brand's name and colour: lines, tenders,
 * installments, refunds and disputes, the fiscal note. Null for an order that was never paid, or without configured documents.
 */
export async function receiptPdf(ctx: DocumentsContext, orderId: string): Promise<Buffer | null> {
  const facts = ctx.documents ? await receiptFacts(ctx, orderId) : null;
  return facts && ctx.documents ? composeReceipt(ctx.documents, facts) : null;
}

/** The number of installments and the value of each; where they differ, the highest value. */
function installmentsText(
  { installments: count, amount: total }: Pick<ReceiptFacts['tenders'][number], 'installments' | 'amount'>,
  say: (key: string, values: Readonly<Record<string, string | number>>) => string,
  money: (amount: bigint) => string,
): string {
  const [first, rest] = installmentGroups({ count, total });
  const key = rest ? 'receipt.installments.up-to' : 'receipt.installments';
  return say(key, { count, value: money(first?.value ?? total) });
}

async function composeReceipt(documents: DocumentsPort, facts: ReceiptFacts): Promise<Buffer> {
  const { order, lead, lines, voucher, discount, tenders, refundsAndDisputes, locations, note } = facts;
  const { brand, variant, market, locale, currency } = order;
  const branding = documents.branding(brand, variant);
  const company = documents.company(brand, variant);
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    documents.say(locale, `documents.${key}`, values);
  const money = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  const at = (instant: Date): string => formatInstant(instant, marketZone(market));
  const number = order.reference;
  const pdf = createPdf({
    lang: locale,
    title: say('receipt.title', { number, school: branding.name }),
    author: company?.legalName ?? branding.name,
    colour: branding.colour,
    foot: say('receipt.foot', { number, school: branding.name }),
    madeAt: order.paidAt ?? order.createdAt,
  });
  pdf.title(say('receipt.heading', { number }), branding.name);
  const document = maskedTaxId(lead.document);
  pdf.facts([
    [say('receipt.buyer'), document ? `${lead.name}, ${document}` : lead.name],
    ...(company
      ? ([[say('receipt.seller'), `${company.legalName}, ${taxIdText(company)}, ${company.address}`]] as const)
      : []),
    ...(order.paidAt ? ([[say('receipt.paid-at'), at(order.paidAt)]] as const) : []),
    ...locations.map(
      ({ kind, name, address, city }) => [say(`receipt.${kind}`), `${name}, ${address}, ${city}`] as const,
    ),
  ]);
  pdf.heading(say('receipt.lines'));
  pdf.table(
    [say('receipt.line'), say('receipt.amount')],
    [...lines.map(({ title, amount }) => [title, money(amount)]), [say('receipt.total'), money(order.total)]],
    [0.72, 0.28],
  );
  if (voucher !== null && discount > 0n)
    pdf.paragraph(say('receipt.voucher', { code: voucher, amount: money(discount) }));
  if (tenders.length > 0) {
    pdf.heading(say('receipt.tenders'));
    pdf.table(
      [say('receipt.method'), say('receipt.at'), say('receipt.amount')],
      tenders.map((tender) => [
        [
          documents.methodName(locale, tender.rail, tender.kept),
          ...(tender.installments > 1 ? [installmentsText(tender, say, money)] : []),
          ...(tender.interest > 0n ? [say('receipt.interest', { amount: money(tender.interest) })] : []),
        ].join(', '),
        at(tender.at),
        money(tender.amount),
      ]),
      [0.5, 0.25, 0.25],
    );
  } else pdf.paragraph(say('receipt.free'));
  if (refundsAndDisputes.length > 0) {
    pdf.heading(say('receipt.reversals'));
    pdf.table(
      [say('receipt.method'), say('receipt.at'), say('receipt.amount')],
      refundsAndDisputes.map(({ kind, rail, kept, amount, at: when }) => [
        `${say(`receipt.${kind}`)}: ${documents.methodName(locale, rail, kept)}`,
        at(when),
        money(-amount),
      ]),
      [0.5, 0.25, 0.25],
    );
  }
  if (note?.noteNumber && note.accessKey) {
    pdf.heading(say('receipt.note'));
    const state = note.state === 'canceled' || note.state === 'cancel-requested' ? say('receipt.note.canceled') : null;
    pdf.facts([
      [say('receipt.note.number'), state ? `${note.noteNumber} (${state})` : note.noteNumber],
      [say('receipt.note.key'), note.accessKey],
      ...(note.link ? ([[say('receipt.note.link'), note.link]] as const) : []),
    ]);
  }
  const last = order.paidAt && lastCoolingOffDay(order.paidAt, market);
  if (last && order.state === 'paid') pdf.paragraph(say('receipt.withdrawal', { day: formatLocalDate(last) }), 'small');
  pdf.paragraph(say('receipt.no-fiscal'), 'small');
  return pdf.finish();
}
