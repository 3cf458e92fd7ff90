import { splitPrice } from '#src/domain/customers/loyalty/index.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { PricePartsText } from './price-parts.tsx';

/** Inputs of a price in points; the same on the server and, while the slider moves, in the browser. */
export interface PointsPrice {
  /** Minor units. */
  readonly price: number;
  readonly currency: Currency;
  readonly pointsPerUnit: number;
}

/** A price in so many points and the rest in money, as formatted text; null when so many points cannot be used. */
export function priceInPoints(
  { price, currency, pointsPerUnit }: PointsPrice,
  points: number,
  locale: Locale,
): PricePartsText | null {
  const split = splitPrice(BigInt(price), points, pointsPerUnit);
  if (!split) return null;
  const text = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  return {
    points: formatCount(points, locale),
    inPoints: text(split.inPoints),
    inMoney: text(split.inMoney),
    whole: text(split.inPoints + split.inMoney),
  };
}
