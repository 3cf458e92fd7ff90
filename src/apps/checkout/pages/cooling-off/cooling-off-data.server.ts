import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { orderLines } from '#src/domain/orders/index.server.ts';
import {
  type RefundPartView,
  transferDigits,
  type CoolingOffView,
} from '#src/domain/refunds/cooling-off/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { accountLinkPath } from '../../account/links/open-account-page.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { RefundLine, CoolingOffData } from './cooling-off.types.ts';

/** Page data besides the state of the order. */
export interface CoolingOffContext {
  readonly view: CoolingOffView;
  readonly product: string;
  readonly email: string;
}

/** Reads the data of the cooling-off page. */
export async function coolingOffContext(request: PageRequest, view: CoolingOffView): Promise<CoolingOffContext> {
  const { db } = request.ctx;
  const [lead, lines] = await Promise.all([leadById(db, view.order.leadId), orderLines(db, view.order.id)]);
  return {
    view,
    product: lines.map(({ title }) => title).join(' + '),
    email: lead?.email ?? '',
  };
}

/** A purchase in cooling-off as formatted text. */
export function coolingOffData(request: PageRequest, context: CoolingOffContext): CoolingOffData {
  const { view: checkout, visit } = request;
  const { view, product, email } = context;
  const { order, parts } = view;
  const money = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, checkout.locale);
  const zone = marketZone(order.market);
  const owed = view.owed.reduce((sum, { amount }) => sum + amount, 0n);
  const needs = [...parts, ...view.owed].some((part) => part.needsDetails && part.state !== 'done');
  return {
    kind: view.standing,
    product,
    number: order.reference,
    boughtAt: order.paidAt === null ? null : formatInstant(order.paidAt, zone),
    lastDay: view.lastDay === null ? null : formatLocalDate(view.lastDay),
    askedAt: view.askedAt === null ? null : formatInstant(view.askedAt, zone),
    amount: view.amount > 0n ? money(view.amount) : null,
    owed: view.owed.length > 0 ? money(owed) : null,
    lines: (view.standing === 'done' ? [...parts, ...view.owed] : parts).map((part) =>
      lineOf(request, part, money(part.amount), view),
    ),
    isRefunded: parts.length > 0 && parts.every(({ state }) => state === 'done' || state === 'canceled'),
    details: needs ? (view.payoutHint === null ? 'wanted' : 'given') : 'none',
    digits: transferDigits[order.market],
    hint: view.payoutHint,
    ends: view.ends,
    email: maskEmail(email),
    help: visit.brand.links.faq,
    keep: request.href(accountLinkPath),
  };
}

function lineOf({ words }: PageRequest, part: RefundPartView, amount: string, view: CoolingOffView): RefundLine {
  const title = `method.${part.rail}.title`;
  const last4 = part.kept['last4'];
  const name = words.has(title) ? words(title) : part.method;
  return {
    id: part.attemptId,
    label: typeof last4 === 'string' ? words('cooling-off.line.numbered', { name, last4 }) : name,
    amount,
    how: howOf(words, part, view.payoutHint),
  };
}

/** A rail's own text for its refund (`cooling-off.way.<rail>`); for a refund that began, its progress. */
function howOf(words: PageRequest['words'], part: RefundPartView, hint: string | null): string {
  if (part.state === 'done') return words('cooling-off.way.done');
  if (part.state === 'disputed' || part.state === 'canceled') return words(`cooling-off.way.${part.state}`);
  if (part.needsDetails && part.state === 'offered') return words('cooling-off.way.details');
  if (part.needsDetails) {
    return hint === null ? words('cooling-off.way.missing') : words('cooling-off.way.given', { hint });
  }
  const own = `cooling-off.way.${part.rail}`;
  return words(words.has(own) ? own : 'cooling-off.way.other');
}
