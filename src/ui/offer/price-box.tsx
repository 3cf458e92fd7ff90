import css from './price-box.module.css';

/** Formatted texts of a price, for an offer before any payment. */
export interface PriceView {
  /** In large figures: `12x de R$ 95,00`. */
  readonly main: string;
  /** The total: `ou R$ 1.140,00 à vista`; null when `main` is the total. */
  readonly detail: string | null;
  /** The regular price, struck through; null when it is not higher. */
  readonly standard: string | null;
  /** `Você economiza R$ 120,00`, or null. */
  readonly saving: string | null;
}

interface PriceBoxProps {
  readonly price: PriceView;
  /** The product at this price. */
  readonly label: string;
  /** Read out before the struck price, so that nobody takes it for the price. */
  readonly standardLabel: string;
}

/** A price, on a sheet of its own. */
export function PriceBox({ price, label, standardLabel }: PriceBoxProps) {
  return (
    <div className={css['box']}>
      <p className={css['quiet']}>{label}</p>
      {price.standard ? (
        <p className={css['quiet']}>
          <s>
            <span className="visually-hidden">{standardLabel} </span>
            {price.standard}
          </s>
        </p>
      ) : null}
      <p className={css['main']}>{price.main}</p>
      {price.detail ? <p className={css['quiet']}>{price.detail}</p> : null}
      {price.saving ? <p className={css['saving']}>{price.saving}</p> : null}
    </div>
  );
}
