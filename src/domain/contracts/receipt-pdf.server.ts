import { formatMoney } from '#src/kernel/money/format-money.ts';
import { createPaper } from '#src/kernel/pdf/tagged-paper.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { DomainContext } from '../context.server.ts';
import { installmentGroups } from '../quotes/index.ts';
import { lastWithdrawalDay } from '../subscriptions/index.ts';
import type { PapersPort } from './papers.port.ts';
import { type ReceiptFacts, receiptFacts } from './receipt-facts.server.ts';
import { taxIdText } from './seller-line.ts';
import { shownDocument } from './shown-document.ts';

/**
 * The receipt of a paid order as a tagged PDF in its buyer's language, with the brand's name and colour: lines, tenders,
 * installments, what went back, the fiscal note. Null for an order that was never paid, or where nobody composes papers.
 */
export async function receiptPdf(ctx: DomainContext, orderId: string): Promise<Buffer | null> {
  const facts = ctx.papers ? await receiptFacts(ctx, orderId) : null;
  return facts && ctx.papers ? composeReceipt(ctx.papers, facts) : null;
}

/** How many, and what each is; where they differ, what the dearest is. */
function installmentsText(
  { installments: count, amount: total }: Pick<ReceiptFacts['tenders'][number], 'installments' | 'amount'>,
  say: (key: string, values: Readonly<Record<string, string | number>>) => string,
  money: (amount: bigint) => string,
): string {
  const [first, rest] = installmentGroups({ count, total });
  const key = rest ? 'receipt.installments.up-to' : 'receipt.installments';
  return say(key, { count, value: money(first?.value ?? total) });
}

async function composeReceipt(papers: PapersPort, facts: ReceiptFacts): Promise<Buffer> {
  const { order, lead, lines, voucher, discount, tenders, reversals, places, note } = facts;
  const { brand, variant, market, locale, currency } = order;
  const look = papers.look(brand, variant);
  const company = papers.company(brand, variant);
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    papers.say(locale, `papers.${key}`, values);
  const money = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  const at = (instant: Date): string => formatInstant(instant, marketZone(market));
  const number = order.reference;
  const paper = createPaper({
    lang: locale,
    title: say('receipt.title', { number, school: look.name }),
    author: company?.legalName ?? look.name,
    colour: look.colour,
    foot: say('receipt.foot', { number, school: look.name }),
    madeAt: order.paidAt ?? order.createdAt,
  });
  paper.title(say('receipt.heading', { number }), look.name);
  const document = shownDocument(lead.document);
  paper.facts([
    [say('receipt.buyer'), document ? `${lead.name}, ${document}` : lead.name],
    ...(company
      ? ([[say('receipt.seller'), `${company.legalName}, ${taxIdText(company)}, ${company.address}`]] as const)
      : []),
    ...(order.paidAt ? ([[say('receipt.paid-at'), at(order.paidAt)]] as const) : []),
    ...places.map(({ kind, name, address, city }) => [say(`receipt.${kind}`), `${name}, ${address}, ${city}`] as const),
  ]);
  paper.heading(say('receipt.lines'));
  paper.table(
    [say('receipt.line'), say('receipt.amount')],
    [...lines.map(({ title, amount }) => [title, money(amount)]), [say('receipt.total'), money(order.total)]],
    [0.72, 0.28],
  );
  if (voucher !== null && discount > 0n)
    paper.paragraph(say('receipt.voucher', { code: voucher, amount: money(discount) }));
  if (tenders.length > 0) {
    paper.heading(say('receipt.tenders'));
    paper.table(
      [say('receipt.method'), say('receipt.at'), say('receipt.amount')],
      tenders.map((tender) => [
        [
          papers.methodName(locale, tender.rail, tender.kept),
          ...(tender.installments > 1 ? [installmentsText(tender, say, money)] : []),
          ...(tender.interest > 0n ? [say('receipt.interest', { amount: money(tender.interest) })] : []),
        ].join(', '),
        at(tender.at),
        money(tender.amount),
      ]),
      [0.5, 0.25, 0.25],
    );
  } else paper.paragraph(say('receipt.free'));
  if (reversals.length > 0) {
    paper.heading(say('receipt.reversals'));
    paper.table(
      [say('receipt.method'), say('receipt.at'), say('receipt.amount')],
      reversals.map(({ kind, rail, kept, amount, at: when }) => [
        `${say(`receipt.${kind}`)}: ${papers.methodName(locale, rail, kept)}`,
        at(when),
        money(-amount),
      ]),
      [0.5, 0.25, 0.25],
    );
  }
  if (note?.noteNumber && note.accessKey) {
    paper.heading(say('receipt.note'));
    const state = note.state === 'canceled' || note.state === 'cancel-wanted' ? say('receipt.note.canceled') : null;
    paper.facts([
      [say('receipt.note.number'), state ? `${note.noteNumber} (${state})` : note.noteNumber],
      [say('receipt.note.key'), note.accessKey],
      ...(note.link ? ([[say('receipt.note.link'), note.link]] as const) : []),
    ]);
  }
  const last = order.paidAt && lastWithdrawalDay(order.paidAt, market);
  if (last && order.state === 'paid')
    paper.paragraph(say('receipt.withdrawal', { day: formatLocalDate(last) }), 'small');
  paper.paragraph(say('receipt.no-fiscal'), 'small');
  return paper.finish();
}
