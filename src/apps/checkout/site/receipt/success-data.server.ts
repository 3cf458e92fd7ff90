import type { OrderView } from '#src/domain/orders/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { Purchase } from '../order-status/purchase.server.ts';
import { firstName, type OrderContext } from './order-context.server.ts';
import type { Receipt, SuccessData, SuccessKind, SuccessUpsell } from './success.types.ts';

/** Null while the payment, or the rest of it, is pending. */
export function successKindOf({ ctx }: PageRequest, { order, attempts }: OrderView): SuccessKind | null {
  if (order.state === 'refunded') return order.state;
  const [newest] = attempts;
  const isShownHere = newest?.state === 'awaiting-buyer' && !ctx.rails.byId(newest.rail)?.waitingPath;
  if (order.state === 'partly-paid') return isShownHere ? null : order.state;
  if (order.state !== 'paid') return null;
  const last = attempts.find(({ state }) => state === 'captured');
  return last && order.paidAt && order.paidAt > last.expiresAt ? 'late' : 'paid';
}

/** The brand's flags for the page, by the state of the offer. */
const displayOf = {
  offer: 'upsellOffer',
  ahead: 'upsellOffer',
  open: 'default',
  bought: 'with-upsell',
} as const satisfies Record<SuccessUpsell['kind'], string>;

/** The name of an offer's product in its brand's data. */
export function productTitleOf({ ctx }: PageRequest, { session }: Pick<Purchase, 'session'>): string {
  const { brand, variant, productCode } = session;
  return ctx.catalog.product(brand, variant, productCode)?.title ?? productCode;
}

export function successData(
  request: PageRequest,
  { view, lead }: OrderContext,
  receipt: Receipt,
  kind: SuccessKind,
  upsell: SuccessUpsell | null,
): SuccessData {
  const { order } = view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, request.view.locale);
  const { success } = request.visit.brand.features;
  const variant = upsell === null ? 'default' : displayOf[upsell.kind];
  return {
    kind,
    isFree: kind === 'paid' && order.total === 0n,
    name: firstName(lead.name),
    email: lead.email,
    display: success[variant] ?? success.default,
    receipt,
    terms: null,
    owed:
      kind === 'partly-paid'
        ? { received: text(order.received), missing: text(order.total - order.received), pay: request.href('/payment') }
        : null,
    access: request.href('/access'),
    school: `${request.visit.brand.links.domain}/login`,
    upsell,
  };
}
