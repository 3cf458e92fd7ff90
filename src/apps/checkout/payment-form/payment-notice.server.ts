import type { AttemptView, OrderView } from '#src/domain/orders/index.ts';
import { isChallenge, type RailManifest, pauseAfterDeclinesSeconds } from '#src/domain/payments/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { PurchaseRoutes } from '../site/order-status/purchase-routes.ts';
import { splitStatus } from '../site/order-status/split-status.server.ts';
import { orderAddress } from '../site/order-status/order-address.server.ts';
import type { PageRequest } from '../framework/page.server.ts';
import { methodName } from './methods/installment-texts.server.ts';
import type { PaymentNotice } from './payment.types.ts';

/** States of an attempt that took no money and allow another attempt. */
const refused: ReadonlySet<string> = new Set(['declined', 'failed']);

/** The notice above the form about the order's last attempt; null without one. */
export function paymentNoticeFor(
  request: PageRequest,
  view: OrderView | null,
  rail: RailManifest | null,
  routes: PurchaseRoutes,
): PaymentNotice | null {
  const newest = view?.attempts[0];
  if (!view || !newest) return null;
  const whole = splitNotice(request, view);
  if (whole) return whole;
  if (view.order.state === 'partly-paid') return partlyPaid(request, view);
  if (refused.has(newest.state)) return refusal(request, newest, retryWaitSeconds(request.ctx, view));
  if (newest.state === 'expired' && isChallenge(newest.nextAction)) return unfinished(request, null);
  if (newest.state !== 'awaiting-buyer') return null;
  const back = orderAddress(request, view, routes);
  return isChallenge(newest.nextAction) ? unfinished(request, back) : waiting(request, view, rail, back);
}

/** The notice about an order with several tenders; null when the last attempt's notice is enough. */
function splitNotice(
  { words, view: { locale } }: PageRequest,
  { order, split, attempts }: OrderView,
): PaymentNotice | null {
  if (split?.standing === 'undone') {
    const was = order.received > 0n ? 'received' : 'reserved';
    return { kind: 'info', title: words(`held.over.${was}.title`), text: words(`held.over.${was}.text`), link: null };
  }
  if (split?.standing !== 'held' || !split.heldUntil) return null;
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, locale);
  const [, until = ''] = formatInstant(split.heldUntil, marketZone(order.market)).split(' ');
  const { received } = order;
  const reserved = split.held - received;
  const is = received === 0n ? 'reserved' : reserved > 0n ? 'mixed' : 'received';
  const sums = { held: text(split.held), received: text(received), reserved: text(reserved), until };
  const why = declineReason(words, attempts[0]?.declineCode ?? '', received > 0n);
  return {
    kind: 'alert',
    title: words(`held.${is}.title`, sums),
    text: [words(`held.${is}.text`, { owed: text(split.owed) }), ...why].join(' '),
    link: null,
  };
}

/** Why the last attempt took nothing. Where money was captured, "nothing was charged" is said of that attempt only. */
function declineReason(words: PageRequest['words'], code: string, hasReceived: boolean): readonly string[] {
  const isKnown = words.has(`declined.${code}`);
  if (!hasReceived) return [words(isKnown ? `declined.${code}` : 'declined.other')];
  return isKnown ? [words('held.last-try', { why: words(`declined.${code}`) })] : [];
}

/** A voucher covers the whole price. */
export function freeNotice({ words }: PageRequest): PaymentNotice {
  return { kind: 'info', title: words('payment.free.title'), text: words('payment.free.text'), link: null };
}

/** Seconds until the method of an order's last attempt is allowed again after declines; null when it is not blocked. */
export function retryWaitSeconds({ config, clock }: PageRequest['ctx'], { attempts }: OrderView): number | null {
  const [newest] = attempts;
  return newest ? pauseAfterDeclinesSeconds(attempts, newest.rail, config, clock.now()) : null;
}

/** A decline: the reason, and the next step on the same order; after many declines, another payment method. */
function refusal({ words }: PageRequest, attempt: AttemptView, rest: number | null): PaymentNotice {
  if (rest !== null) {
    const method = words(`method.${attempt.rail}.title`);
    const text = words('declined.rest.text', { method, minutes: Math.ceil(rest / 60) });
    return { kind: 'alert', title: words('declined.rest.title', { method }), text, link: null };
  }
  const code = attempt.declineCode ?? '';
  const whole = words('declined.title');
  if (!words.has(`declined.${code}`)) return { kind: 'error', title: whole, text: words('declined.other'), link: null };
  const why = words(`declined.${code}`);
  const end = /[.!?] /.exec(why)?.index ?? why.length;
  // The specified sentence suggests another attempt, which contradicts a decline reason that forbids one.
  return { kind: 'error', title: why.slice(0, end + 1), text: why.slice(end + 2), small: whole, link: null };
}

/** A challenge was not completed. */
function unfinished({ words }: PageRequest, back: string | null): PaymentNotice {
  return {
    kind: 'alert',
    title: words('open.challenge.title'),
    text: words('open.challenge.text'),
    link: back === null ? null : { href: back, label: words('open.challenge.link') },
  };
}

/** A code or slip is open: it stays valid until the buyer pays another way. */
function waiting(request: PageRequest, view: OrderView, rail: RailManifest | null, back: string): PaymentNotice | null {
  if (!rail) return null;
  const { words } = request;
  const parts = splitStatus(request, view);
  const done = parts?.lines.flatMap(({ kind, text }) => (kind === 'done' ? [`${text}.`] : [])) ?? [];
  return {
    kind: 'info',
    title: words('open.waiting.title', { method: methodName(words, rail.id) }),
    text: [words('open.waiting.text'), ...done, ...(parts ? [parts.otherwise] : [])].join(' '),
    link: { href: back, label: words('open.waiting.link') },
  };
}

function partlyPaid({ words, view }: PageRequest, { order }: OrderView): PaymentNotice {
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, view.locale);
  return {
    kind: 'alert',
    title: words('open.partly.title', { received: text(order.received) }),
    text: words('open.partly.text', { missing: text(order.total - order.received) }),
    link: null,
  };
}
