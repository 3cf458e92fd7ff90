import { pointsToCover, splitPrice } from '#src/domain/customers/loyalty/index.ts';
import { programmeFor } from '#src/domain/customers/loyalty/index.server.ts';
import { partInstallments } from '#src/domain/checkout/quotes/index.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { sampleAttempt, sampleOrder, samplePayment, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { priceInPoints } from '../../site/loyalty/price-in-points.ts';
import { samplePrice, showPoints } from '../../stories/sample-points.server.ts';
import { paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { show } from '../../framework/page.server.ts';
import { checkAcceptance } from '../../payment-form/form-fields.ts';
import type { LiveloPaymentData } from './livelo-payment-page.tsx';
import { pointsSummary } from './livelo-payment.server.ts';

/** The payment method of the points. */
function railOfPoints({ ctx, sampleSession }: StoryRequest): string | undefined {
  return ctx.rails.byMethod(programmeFor(ctx, sampleSession)?.method ?? '')?.id;
}

/** `null`: as many as pay everything. `isRefused`: the programme did not let them be used. */
const spending =
  (wanted: number | null, isRefused = false) =>
  async (request: StoryRequest) => {
    const price = await samplePrice(request);
    const purchase = await samplePurchase(request);
    if (!price || !purchase) return null;
    const points = wanted ?? pointsToCover(BigInt(price.price), price.pointsPerUnit);
    const split = splitPrice(BigInt(price.price), points, price.pointsPerUnit);
    if (!split) return null;
    const { quote } = purchase;
    const installments = partInstallments(quote, split.inMoney, null);
    const rest = { ...purchase, quote: { ...quote, total: split.inMoney, installments } };
    const refusal = { state: 'declined' as const, declineCode: 'points-refused' };
    const tried = isRefused
      ? sampleOrder(request, purchase, [sampleAttempt(request, purchase, railOfPoints(request), refusal)])
      : null;
    // The points stand before what the form pays, so that the rest is not divided again.
    const payment = paymentData({ ...samplePayment(request, rest, tried), first: [], isFrozen: true });
    const change = request.href('/livelo/payment-method');
    const parts = priceInPoints(price, points, request.view.locale);
    if (!parts) return null;
    const data: LiveloPaymentData = { wants: 'spend', parts, change, payment };
    const summary = pointsSummary(request, quote, { points, inPoints: split.inPoints }, installments);
    return show(data, { head: { summary, parts: paymentParts(payment, request) } });
  };

const earning = (standing: 'earned' | 'none' | 'unknown') => async (request: StoryRequest) => {
  const price = await samplePrice(request);
  if (!price) return null;
  const { locale } = request.view;
  return showPoints<LiveloPaymentData>(request, {
    wants: 'earn',
    standing,
    points: formatCount(2_280, locale),
    total: formatMoney({ amount: BigInt(price.price), currency: price.currency }, locale),
    creditDays: 30,
  });
};

export const stories = defineStepStories<LiveloPaymentData>({
  usual: spending(12_500),
  whole: spending(null),
  declined: spending(12_500, true),
  error: async (request) => refusedWith(await spending(12_500)(request), {}, checkAcceptance({})),
  earned: earning('earned'),
  none: earning('none'),
  unknown: earning('unknown'),
});
