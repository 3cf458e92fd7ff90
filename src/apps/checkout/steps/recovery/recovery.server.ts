import { type Recovery, recoveryById } from '#src/domain/recovery/index.server.ts';
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
import { quoteSummary } from '../../site/summary.server.ts';
import { isSettled } from '../../status/standing.server.ts';
import { definePage, type Loaded, type PageRequest, show, type Showing } from '../../web/page.server.ts';
import { type PaymentFacts, paymentData, paymentParts } from '../payment/payment-data.server.ts';
import { receiptOf } from '../success/order-facts.server.ts';
import { kindOf, successData } from '../success/success.server.ts';
import type { SuccessData } from '../success/success.types.ts';
import type { RecoveryData } from './recovery-page.tsx';

interface Found {
  readonly kind: 'found';
  readonly recovery: Recovery;
  readonly purchase: PassPurchase;
}

/** What the link opens; or the one answer to everybody whom it opens nothing. */
async function find(request: PageRequest): Promise<Found | Exclude<Awaited<ReturnType<typeof enter>>, null>> {
  const id = request.params['id'] ?? '';
  const refused = await enter(request, id);
  if (refused) return refused;
  const recovery = await recoveryById(request.ctx, id);
  if (!recovery || !isOfVisit(request, recovery.session)) return linkGone(request);
  const purchase = await passPurchase(request, recovery, request.path);
  return purchase ? { kind: 'found', recovery, purchase } : linkGone(request);
}

export const page = definePage<RecoveryData | SuccessData | LinkGoneData | OtherStage>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { recovery, purchase } = found;
    if (isSettled(purchase.view)) return thanks(request, purchase);
    return loadPassPurchase<RecoveryData>(request, purchase, (facts) => showRecovery(request, recovery.kind, facts));
  },

  submit: async (form, request) => {
    const found = await find(request);
    return found.kind === 'found' ? submitPassPurchase(form, request, found.purchase) : found;
  },
});

/** The purchase as it was left, and the ways to pay it. */
export function showRecovery(
  request: PageRequest,
  kind: RecoveryData['kind'],
  facts: PaymentFacts,
): Showing<RecoveryData> {
  const payment = paymentData(facts);
  const summary = quoteSummary(facts.quote, request.words, request.view.locale);
  return show<RecoveryData>(
    { kind, product: request.visit.product.title, buyer: maskedBuyer(facts.lead), payment },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}

/** Paid: the success page's own view. The way into the course goes by the letter, not by this link. */
async function thanks(request: PageRequest, { view, lead, places }: PassPurchase): Promise<Loaded<SuccessData>> {
  const masked = { ...lead, email: maskedBuyer(lead).email };
  const receipt = await receiptOf(request, view);
  const data = successData(request, { view, lead: masked, places }, receipt, kindOf(request, view) ?? 'paid', null);
  return show<SuccessData>({ ...data, display: { ...data.display, displayAccessButton: false } }, { view: 'success' });
}
