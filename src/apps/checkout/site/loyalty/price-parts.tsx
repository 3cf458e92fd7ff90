import { useWords } from '#src/ui/words/words-context.tsx';
import css from './price-parts.module.css';

/** A price in points and in money, and their total, as formatted text. */
export interface PricePartsText {
  readonly points: string;
  readonly inPoints: string;
  readonly inMoney: string;
  readonly whole: string;
}

interface PricePartsProps extends PricePartsText {
  /** Announced after each change. */
  readonly isLive?: boolean;
}

export function PriceParts({ points, inPoints, inMoney, whole, isLive = false }: PricePartsProps) {
  const t = useWords();
  return (
    <dl className={css['parts']} aria-live={isLive ? 'polite' : undefined} aria-atomic={isLive || undefined}>
      <div className={css['part']}>
        <dt>{t('livelo.part.points', { points })}</dt>
        <dd>{inPoints}</dd>
      </div>
      <div className={css['part']}>
        <dt>{t('livelo.part.money')}</dt>
        <dd>{inMoney}</dd>
      </div>
      <div className={css['whole']}>
        <dt>{t('livelo.part.whole')}</dt>
        <dd>{whole}</dd>
      </div>
    </dl>
  );
}
