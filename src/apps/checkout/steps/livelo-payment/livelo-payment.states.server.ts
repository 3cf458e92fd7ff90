import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { defineStepStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { samplePrice, showPoints } from '../../loyalty/sample-points.server.ts';
import type { LiveloPaymentData } from './livelo-payment-page.tsx';

const spending = (points: number) => async (request: GalleryRequest) => {
  const price = await samplePrice(request);
  if (!price) return null;
  const total = formatMoney({ amount: BigInt(price.price), currency: price.currency }, request.view.locale);
  const change = request.href('/livelo/payment-method');
  return showPoints<LiveloPaymentData>(request, { ...price, wants: 'spend', points, total, change });
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
  earned: earning('earned'),
  none: earning('none'),
  unknown: earning('unknown'),
});
