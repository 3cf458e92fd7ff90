import { leadById, type Lead } from '#src/domain/checkout/leads/index.server.ts';
import { type Cure, explain, type SaleTimeline, unexplained } from '#src/domain/documents/timeline/index.ts';
import { timelineOf } from '#src/domain/documents/timeline/index.server.ts';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { isOpen } from '#src/domain/payments/index.ts';
import { isAllowed, namesOfAccounts, type Permission, type StaffActor } from '#src/domain/staff/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { maskEmail, maskName, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import type { ConsoleServices } from '../../console.contract.server.ts';
import type { MaskedBuyer, SaleAnswer, Wire } from './sale.types.ts';

/** The permission that each cure needs. */
const permissionOfCure: Readonly<Record<Cure | 'buyer.reveal' | 'sale.note', Permission>> = {
  'access.resend': 'email.resend',
  'buyer.correct': 'buyer.correct',
  'code.renew': 'code.renew',
  'link.create': 'link.create',
  'attempt.check': 'sale.view',
  'refund.request': 'refund.request',
  'refund.approve': 'refund.approve',
  'payout.record': 'payout.record',
  'task.work': 'task.work',
  'dispute.answer': 'dispute.answer',
  'webhook.replay': 'webhook.replay',
  'subscription.change': 'subscription.change',
  'buyer.reveal': 'buyer.reveal',
  'sale.note': 'sale.note',
};

/** All that the page of a sale shows; null: there is no such order. A sale that no rule explains is logged. */
export async function readSale(
  { readDb, ctx, brands, documents }: ConsoleServices,
  staff: StaffActor,
  orderId: string,
): Promise<SaleAnswer | null> {
  const now = ctx.clock.now();
  const timeline = await timelineOf(readDb, orderId, now);
  if (!timeline) return null;
  const { order } = timeline.sale;
  const explanation = explain(timeline, now);
  if (explanation.rule === unexplained) ctx.log.warn('sale-unexplained', { orderId });
  const [lead, subject, names] = await Promise.all([
    order.isErased ? null : leadById(readDb, order.leadId),
    saleSubject(readDb, orderId),
    namesOfAccounts(readDb, accountsOf(timeline)),
  ]);
  const cures = Object.entries(permissionOfCure) as readonly [SaleAnswer['may'][number], Permission][];
  return {
    sale: toWire(timeline.sale),
    events: toWire(timeline.events),
    explanation,
    buyer: lead && maskBuyer(lead),
    staffNames: Object.fromEntries(names),
    brandName:
      brands.byId.get(order.variant === null ? order.brand : `${order.brand}.${order.variant}`)?.name ?? order.brand,
    files: timeline.sale.attempts
      .filter(({ state, hasInstructions }) => hasInstructions && isOpen(state))
      .flatMap(({ id: attemptId, rail }) => (documents[rail] ?? []).map(({ fileName }) => ({ attemptId, fileName }))),
    timeZone: markets[order.market].timeZone,
    may: cures
      .filter(([, permission]) => subject !== null && isAllowed(staff, permission, subject))
      .map(([cure]) => cure),
  };
}

/** Accounts of the staff who did or looked at anything of the sale, or asked for a refund that waits. */
function accountsOf({ events, sale }: SaleTimeline): readonly string[] {
  const actors = [
    ...events.map(({ who }) => who),
    ...sale.staff.map(({ actor }) => actor),
    ...sale.pendingRefunds.map(({ requestedBy }) => requestedBy),
  ];
  return [
    ...new Set(actors.filter((actor) => actor.startsWith('staff:')).map((actor) => actor.slice('staff:'.length))),
  ];
}

function maskBuyer({ name, email, phone, document }: Lead): MaskedBuyer {
  return {
    ...{ name: maskName(name), email: maskEmail(email), phone: maskNumber(phone) },
    document: document && `${document.type.toUpperCase()} ${maskNumber(document.number)}`,
  };
}

function toWire<T>(value: T): Wire<T> {
  const text = JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
  return JSON.parse(text) as Wire<T>;
}
