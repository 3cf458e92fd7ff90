import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import type { ChosenLocation } from '#src/domain/checkout/test-locations/index.ts';
import { isMainLine, type Quote } from '#src/domain/checkout/quotes/index.ts';
import { type PlanTerms, planTermsText } from '#src/domain/subscriptions/mandates/index.ts';
import type { TrialTerms } from '#src/domain/catalog/terms/index.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { EmailContent, EmailBlock, EmailRow } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';
import { methodName } from '../method-name.ts';

/** Days in which a buyer may withdraw from a purchase made at a distance (Brazil, Lei 8.078/1990, art. 49). */
const coolingOffDays = 7;

interface PaidOrder {
  readonly order: Order;
  readonly quote: Quote;
  /** Free time as it began: the quote's is what was agreed to, perhaps days before. Absent where none began. */
  readonly trial?: Pick<TrialTerms, 'freeUntil' | 'firstChargeOn' | 'amount'> | null;
  /** The attempts that took money, oldest first, and what came in by each. */
  readonly payments: readonly { readonly attempt: AttemptView; readonly amount: bigint }[];
  /** Where the buyer studies or writes the exam; as it was chosen with the order. */
  readonly locations: readonly ChosenLocation[];
  /** Page that makes the first access; null when the order gives none (any more). */
  readonly accessUrl: string | null;
  /** Page on which the buyer goes back on the purchase; null where the law gives no such right. */
  readonly coolingOffUrl: string | null;
  /** The buyer's account page: purchases, documents, subscriptions. */
  readonly accountUrl: string;
  /** What was bought and whether it is charged again; absent where nothing is known. */
  readonly terms?: PlanTerms | null;
  /**
   * Of a subscription that there was before: the first and the last day that it pays for, or `change` of its plan. Absent
   * where something begins.
   */
  readonly continuation?: { readonly from: string; readonly to: string } | 'change' | null;
}

/** The receipt: what was bought, what was paid and how, and the way in. */
export function orderPaidEmail(
  builder: EmailBuilder,
  {
    order,
    quote,
    payments,
    locations,
    accessUrl,
    coolingOffUrl,
    accountUrl,
    trial = null,
    continuation = null,
    terms = null,
  }: PaidOrder,
): EmailContent {
  const { t, name, product, money } = builder;
  const paidAt = order.paidAt ?? order.createdAt;
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
  // What a voucher covered whole is confirmed, not paid: there is no payment to thank for and none to give back.
  const begun = order.total > 0n ? 'order-paid' : trial ? 'trial-begun' : 'order-free';
  const kind = continuation ? 'term-paid' : begun;
  const term = typeof continuation === 'object' ? continuation : null;
  const intro = continuation === 'change' ? 'email.change-paid.intro' : `email.${kind}.intro`;
  const blocks: EmailBlock[] = [{ kind: 'paragraph', text: t(intro, { name, product, ...term }) }];
  // Who goes on has their way in already.
  if (accessUrl !== null && !continuation) {
    blocks.push({
      kind: 'action',
      label: t('email.order-paid.action'),
      href: accessUrl,
      hint: t('email.order-paid.hint'),
    });
  }
  if (trial) {
    blocks.push({
      kind: 'facts',
      heading: t('email.trial-begun.facts'),
      rows: [
        { label: t('email.trial-begun.until'), value: formatLocalDate(trial.freeUntil) },
        { label: t('email.trial-begun.on'), value: formatLocalDate(trial.firstChargeOn) },
        { label: t('email.trial-begun.amount'), value: money(trial.amount), isStrong: true },
      ],
    });
    blocks.push({ kind: 'paragraph', text: t('email.trial-begun.cancel') });
  }
  blocks.push({
    kind: 'facts',
    heading: t('email.order-paid.facts'),
    rows: [
      builder.orderRow,
      ...locations.map((location) => ({
        label: t(`email.row.${location.kind}`),
        value: `${location.name}, ${location.address}, ${location.city}`,
      })),
      { label: t('email.row.paid-at'), value: formatInstant(paidAt, marketZone(order.market)) },
      ...priceRows(builder, quote),
      ...(paid > order.total ? [{ label: t('email.row.interest'), value: money(paid - order.total) }] : []),
      ...payments.map(({ attempt, amount }) =>
        paymentRow(builder, quote, attempt, payments.length > 1 ? amount : null),
      ),
      { label: t('email.row.paid'), value: money(paid > 0n ? paid : order.total), isStrong: true },
    ],
  });
  if (terms && !trial) blocks.push({ kind: 'paragraph', text: planTermsText(terms, t, builder.locale) });
  blocks.push({
    kind: 'note',
    heading: t('email.my-page.heading'),
    text: t('email.my-page.text'),
    link: { label: t('email.my-page.link'), href: accountUrl },
  });
  if (coolingOffUrl !== null) {
    const until = formatLocalDate(addDays(marketDate(paidAt, order.market), coolingOffDays));
    blocks.push({
      kind: 'note',
      heading: t('email.cooling-off.heading'),
      text: t('email.cooling-off.text', { until, days: coolingOffDays }),
      link: { label: t('email.cooling-off.link'), href: coolingOffUrl },
    });
  }
  return builder.build(kind, blocks, { amount: money(paid > 0n ? paid : order.total) });
}

/** Each line at its price before the voucher, and what the voucher took off. */
function priceRows({ t, money }: EmailBuilder, quote: Quote): EmailRow[] {
  const lines = quote.lines.map((line) => ({
    label: line.title,
    value: money(isMainLine(line) ? line.amount + quote.discount : line.amount),
  }));
  if (quote.discount === 0n) return lines;
  return [...lines, { label: t('email.row.voucher', { code: quote.voucher ?? '' }), value: money(-quote.discount) }];
}

/** How one part was paid; with its amount when there are several. */
function paymentRow({ t, money }: EmailBuilder, quote: Quote, attempt: AttemptView, amount: bigint | null): EmailRow {
  const method = methodName(t, attempt);
  const option = quote.installments.find(({ count }) => count === attempt.installments);
  const value =
    attempt.installments > 1 && option
      ? t('email.row.method.installments', { method, count: attempt.installments, value: money(option.value) })
      : method;
  return { label: t('email.row.method'), value: amount === null ? value : `${value}: ${money(amount)}` };
}
