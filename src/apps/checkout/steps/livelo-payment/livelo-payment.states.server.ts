import { pointsFor, splitPrice } from '#src/domain/loyalty/index.ts';
import { programmeFor } from '#src/domain/loyalty/index.server.ts';
import { partInstallments } from '#src/domain/quotes/index.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { sampleAttempt, sampleOrder, samplePayment, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { priceInPoints } from '../../loyalty/price-in-points.ts';
import { samplePrice, showPoints } from '../../loyalty/sample-points.server.ts';
import { paymentData, paymentParts } from '../payment/payment-data.server.ts';
import { show } from '../../web/page.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { LiveloPaymentData } from './livelo-payment-page.tsx';
import { restSummary } from './livelo-payment.server.ts';

/** The way to pay by which points come. */
function railOfPoints({ ctx, sampleSession }: GalleryRequest): string | undefined {
  return ctx.rails.byMethod(programmeFor(ctx, sampleSession)?.method ?? '')?.id;
}

/** `null`: as many as pay everything. `isRefused`: the programme did not let them be used. */
const spending =
  (wanted: number | null, isRefused = false) =>
  async (request: GalleryRequest) => {
    const price = await samplePrice(request);
    const purchase = await samplePurchase(request);
    if (!price || !purchase) return null;
    const points = wanted ?? pointsFor(BigInt(price.price), price.pointsPerUnit);
    const split = splitPrice(BigInt(price.price), points, price.pointsPerUnit);
    if (!split) return null;
    const { quote } = purchase;
    const installments = partInstallments(quote, split.inMoney, null);
    const rest = { ...purchase, quote: { ...quote, total: split.inMoney, installments } };
    const refusal = { state: 'declined', declineCode: 'points-refused' };
    const tried = isRefused
      ? sampleOrder(request, purchase, [sampleAttempt(request, purchase, railOfPoints(request), refusal)])
      : null;
    // The points stand before what the form pays, so that the rest is not divided again.
    const payment = paymentData({ ...samplePayment(request, rest, tried), first: [], isFrozen: true });
    const change = request.href('/livelo/payment-method');
    const parts = priceInPoints(price, points, request.view.locale);
    if (!parts) return null;
    const data: LiveloPaymentData = { wants: 'spend', parts, change, payment };
    const summary = restSummary(request, quote, { points, inPoints: split.inPoints }, installments);
    return show(data, { head: { summary, parts: paymentParts(payment, request) } });
  };

const earning = (standing: 'earned' | 'none' | 'unknown') => async (request: GalleryRequest) => {
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

export const states = defineStepStates<LiveloPaymentData>({
  usual: spending(12_500),
  whole: spending(null),
  declined: spending(12_500, true),
  error: async (request) => refusedWith(await spending(12_500)(request), {}, checkAcceptance({})),
  earned: earning('earned'),
  none: earning('none'),
  unknown: earning('unknown'),
});
