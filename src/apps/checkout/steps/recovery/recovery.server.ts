import type { OrderView } from '#src/domain/orders/index.ts';
import {
  type Recovery,
  recoveryById,
  recoveryPrice,
  type RecoveryPrice,
} from '#src/domain/sales/recovery/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../../account/links/open-magic-link.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import {
  loadLinkPurchase,
  type PurchaseStage,
  type LinkPurchase,
  linkPurchase,
  submitLinkPurchase,
} from '../../account/links/link-purchase.server.ts';
import { soldOutPath } from '../../site/sold-out.server.ts';
import { isPaidOrRefunded } from '../../site/order-status/order-address.server.ts';
import {
  definePage,
  type LoadResult,
  type PageRequest,
  redirect,
  show,
  type PageResult,
} from '../../framework/page.server.ts';
import { dueSummary } from '../../payment-form/due-summary.server.ts';
import { type PaymentContext, paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { loadReceipt } from '../../site/receipt/order-context.server.ts';
import { successKindOf, successData } from '../../site/receipt/success-data.server.ts';
import type { SuccessData } from '../../site/receipt/success.types.ts';
import type { RecoveryData } from './recovery-page.tsx';

interface Found {
  readonly kind: 'found';
  readonly recovery: Recovery;
  readonly price: RecoveryPrice | null;
  readonly purchase: LinkPurchase;
}

/** What the link opens; the same answer for everybody whom it opens nothing. */
async function find(request: PageRequest): Promise<Found | Exclude<Awaited<ReturnType<typeof openMagicLink>>, null>> {
  const { ctx } = request;
  const id = request.params['id'] ?? '';
  const refused = await openMagicLink(request, id);
  if (refused) return refused;
  const recovery = await recoveryById(ctx, id);
  if (!recovery || !isSoldByVisit(request, recovery.session)) return linkExpired(request);
  const purchase = await linkPurchase(request, recovery, request.path);
  if (!purchase) return linkExpired(request);
  if (purchase.view && isPaidOrRefunded(purchase.view)) return { kind: 'found', recovery, price: null, purchase };
  const price = await recoveryPrice(ctx, recovery);
  if (!price.ok) return price.error === 'sold-out' ? redirect(request.href(soldOutPath)) : linkExpired(request);
  return { kind: 'found', recovery, price: price.value, purchase: { ...purchase, quote: price.value.quote } };
}

export const page = definePage<RecoveryData | SuccessData | LinkExpiredData | PurchaseStage>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { recovery, purchase, price } = found;
    const { view } = purchase;
    if (view && isPaidOrRefunded(view)) return thanks(request, { ...purchase, view });
    return loadLinkPurchase<RecoveryData>(request, purchase, (context) =>
      showRecovery(request, recovery.kind, context, price),
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    return found.kind === 'found' ? submitLinkPurchase(form, request, found.purchase) : found;
  },
});

/** The abandoned purchase, its price now, and its payment methods. */
export function showRecovery(
  request: PageRequest,
  kind: RecoveryData['kind'],
  context: PaymentContext,
  price: (Pick<RecoveryPrice, 'kind'> & { readonly until?: Date | null; readonly before?: bigint | null }) | null,
): PageResult<RecoveryData> {
  const { view, visit } = request;
  const payment = paymentData(context);
  const summary = dueSummary(context);
  const { total, currency } = context.quote;
  const before = price?.before ?? null;
  const isOther = price?.kind === 'today' && before !== null && before !== total;
  const until = price?.until ?? null;
  return show<RecoveryData>(
    {
      kind,
      product: visit.product.title,
      buyer: maskedBuyer(context.lead),
      payment,
      price: isOther ? 'changed' : price?.kind === 'frozen' ? 'frozen' : 'today',
      before: isOther ? formatMoney({ amount: before, currency }, view.locale) : null,
      until: until && formatInstant(until, marketZone(visit.brand.market)),
    },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}

/** Paid: the success page's own view. Access to the course comes by the e-mail, not by this link. */
async function thanks(
  request: PageRequest,
  { view, lead, routes }: LinkPurchase<OrderView>,
): Promise<LoadResult<SuccessData>> {
  const masked = { ...lead, email: maskedBuyer(lead).email };
  const receipt = await loadReceipt(request, view);
  const data = successData(
    request,
    { view, lead: masked, routes },
    receipt,
    successKindOf(request, view) ?? 'paid',
    null,
  );
  return show<SuccessData>({ ...data, display: { ...data.display, displayAccessButton: false } }, { view: 'success' });
}
