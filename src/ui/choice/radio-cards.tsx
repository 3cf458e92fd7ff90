import type { ReactNode } from 'react';
import { fieldIds, FieldError } from '../field/field.tsx';
import css from './radio-cards.module.css';

export interface RadioCard {
  readonly value: string;
  readonly label: ReactNode;
  /** A second line: what it costs, how long it takes. */
  readonly detail?: ReactNode;
  /** A drawing at the end of the card. */
  readonly mark?: ReactNode;
  /** It cannot be chosen; its texts say why. */
  readonly isDisabled?: boolean;
  /** It has no installments: texts about installments on the page are hidden while it is chosen. */
  readonly isAtOnce?: boolean;
  /** A panel directly under the card, shown while it is chosen. It belongs to the same form. */
  readonly panel?: ReactNode;
}

interface RadioCardsProps {
  readonly name: string;
  readonly legend: string;
  /** The legend is read out but not shown, where a heading says the same. */
  readonly isLegendHidden?: boolean;
  readonly cards: readonly RadioCard[];
  readonly defaultValue?: string | undefined;
  readonly error?: string | null | undefined;
  readonly onChoose?: (value: string) => void;
  /** On narrow screens all rows come first and the open panel after them, so that no choice is hidden below a long panel. */
  readonly hasRowsFirst?: boolean;
}

/**
 * One choice out of a few, each on a card of its own; without JavaScript the panels open by CSS alone
 * (`:has(:checked)`), and a browser without `:has` shows them all.
 */
export function RadioCards({
  name,
  legend,
  isLegendHidden,
  cards,
  defaultValue,
  error,
  onChoose,
  hasRowsFirst,
}: RadioCardsProps) {
  return (
    <fieldset
      className={`${css['group']} ${hasRowsFirst ? css['rows'] : ''}`}
      data-field={name}
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? fieldIds(name).error : undefined}
    >
      <legend className={isLegendHidden ? 'visually-hidden' : css['legend']}>{legend}</legend>
      {cards.map((card, index) => (
        <div className={css['item']} id={`${name}-${card.value}`} key={card.value}>
          <label className={css['card']}>
            <input
              type="radio"
              name={name}
              value={card.value}
              id={index === 0 ? fieldIds(name).control : undefined}
              defaultChecked={card.value === defaultValue}
              // Back would restore an old choice after the page was painted.
              autoComplete="off"
              required
              disabled={card.isDisabled}
              data-at-once={card.isAtOnce ? '' : undefined}
              onChange={onChoose && (() => onChoose(card.value))}
            />
            <span className={css['text']}>
              <span className={css['title']}>{card.label}</span>
              {card.detail ? <span className={css['detail']}>{card.detail}</span> : null}
            </span>
            {card.mark ? <span className={css['mark']}>{card.mark}</span> : null}
          </label>
          {card.panel ? <div className={css['panel']}>{card.panel}</div> : null}
        </div>
      ))}
      {error ? <FieldError name={name} message={error} /> : null}
    </fieldset>
  );
}
