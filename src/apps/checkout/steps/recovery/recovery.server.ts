import type { OrderView } from '#src/domain/orders/index.ts';
import { type Recovery, recoveryById, recoveryPrice, type RecoveryPrice } from '#src/domain/recovery/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import { enter, isOfVisit, linkGone } from '../../passes/enter.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import {
  loadPassPurchase,
  type OtherStage,
  type PassPurchase,
  passPurchase,
  submitPassPurchase,
} from '../../passes/pass-purchase.server.ts';
import { soldOutPath } from '../../site/sold-out.server.ts';
import { isSettled } from '../../status/standing.server.ts';
import { definePage, type Loaded, type PageRequest, redirect, show, type Showing } from '../../web/page.server.ts';
import { dueSummary } from '../payment/due-summary.server.ts';
import { type PaymentFacts, paymentData, paymentParts } from '../payment/payment-data.server.ts';
import { receiptOf } from '../success/order-facts.server.ts';
import { kindOf, successData } from '../success/success.server.ts';
import type { SuccessData } from '../success/success.types.ts';
import type { RecoveryData } from './recovery-page.tsx';

interface Found {
  readonly kind: 'found';
  readonly recovery: Recovery;
  readonly price: RecoveryPrice | null;
  readonly purchase: PassPurchase;
}

/** What the link opens; or the one answer to everybody whom it opens nothing. */
async function find(request: PageRequest): Promise<Found | Exclude<Awaited<ReturnType<typeof enter>>, null>> {
  const { ctx } = request;
  const id = request.params['id'] ?? '';
  const refused = await enter(request, id);
  if (refused) return refused;
  const recovery = await recoveryById(ctx, id);
  if (!recovery || !isOfVisit(request, recovery.session)) return linkGone(request);
  const purchase = await passPurchase(request, recovery, request.path);
  if (!purchase) return linkGone(request);
  if (purchase.view && isSettled(purchase.view)) return { kind: 'found', recovery, price: null, purchase };
  const price = await recoveryPrice(ctx, recovery);
  if (!price.ok) return price.error === 'sold-out' ? redirect(request.href(soldOutPath)) : linkGone(request);
  return { kind: 'found', recovery, price: price.value, purchase: { ...purchase, quote: price.value.quote } };
}

export const page = definePage<RecoveryData | SuccessData | LinkGoneData | OtherStage>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { recovery, purchase, price } = found;
    const { view } = purchase;
    if (view && isSettled(view)) return thanks(request, { ...purchase, view });
    return loadPassPurchase<RecoveryData>(request, purchase, (facts) =>
      showRecovery(request, recovery.kind, facts, price),
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    return found.kind === 'found' ? submitPassPurchase(form, request, found.purchase) : found;
  },
});

/** The purchase as it was left, what it costs now, and the ways to pay it. */
export function showRecovery(
  request: PageRequest,
  kind: RecoveryData['kind'],
  facts: PaymentFacts,
  price: (Pick<RecoveryPrice, 'kind'> & { readonly until?: Date | null; readonly before?: bigint | null }) | null,
): Showing<RecoveryData> {
  const { view, visit } = request;
  const payment = paymentData(facts);
  const summary = dueSummary(facts);
  const { total, currency } = facts.quote;
  const before = price?.before ?? null;
  const isOther = price?.kind === 'today' && before !== null && before !== total;
  const until = price?.until ?? null;
  return show<RecoveryData>(
    {
      kind,
      product: visit.product.title,
      buyer: maskedBuyer(facts.lead),
      payment,
      price: isOther ? 'changed' : price?.kind === 'frozen' ? 'frozen' : 'today',
      before: isOther ? formatMoney({ amount: before, currency }, view.locale) : null,
      until: until && formatInstant(until, marketZone(visit.brand.market)),
    },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}

/** Paid: the success page's own view. The way into the course goes by the letter, not by this link. */
async function thanks(
  request: PageRequest,
  { view, lead, places }: PassPurchase<OrderView>,
): Promise<Loaded<SuccessData>> {
  const masked = { ...lead, email: maskedBuyer(lead).email };
  const receipt = await receiptOf(request, view);
  const data = successData(request, { view, lead: masked, places }, receipt, kindOf(request, view) ?? 'paid', null);
  return show<SuccessData>({ ...data, display: { ...data.display, displayAccessButton: false } }, { view: 'success' });
}
