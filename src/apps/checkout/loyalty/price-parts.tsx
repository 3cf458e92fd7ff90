import { splitPrice } from '#src/domain/loyalty/index.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../shell/checkout-context.tsx';
import css from './price-parts.module.css';

/** What the parts of a price are computed from; the same on the server and, while the slider moves, in the browser. */
export interface PointsPrice {
  /** Minor units. */
  readonly price: number;
  readonly currency: Currency;
  readonly pointsPerUnit: number;
}

interface PricePartsProps extends PointsPrice {
  readonly points: number;
  /** Read out after each change. */
  readonly isLive?: boolean;
}

/** A price in points and in money, and what the two come to. */
export function PriceParts({ price, currency, pointsPerUnit, points, isLive = false }: PricePartsProps) {
  const t = useWords();
  const { locale } = useCheckout();
  const split = splitPrice(BigInt(price), points, pointsPerUnit);
  if (!split) return null;
  const text = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  return (
    <dl className={css['parts']} aria-live={isLive ? 'polite' : undefined} aria-atomic={isLive || undefined}>
      <div className={css['part']}>
        <dt>{t('livelo.part.points', { points: formatCount(points, locale) })}</dt>
        <dd>{text(split.inPoints)}</dd>
      </div>
      <div className={css['part']}>
        <dt>{t('livelo.part.money')}</dt>
        <dd>{text(split.inMoney)}</dd>
      </div>
      <div className={css['whole']}>
        <dt>{t('livelo.part.whole')}</dt>
        <dd>{text(split.inPoints + split.inMoney)}</dd>
      </div>
    </dl>
  );
}
