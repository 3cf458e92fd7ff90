import css from './check-card.module.css';
import box from './checkbox.module.css';

interface CheckCardProps {
  readonly name: string;
  readonly title: string;
  readonly text: string | null;
  /** Formatted texts of its price and its regular price. */
  readonly price: string;
  readonly standard: string | null;
  /** Read out before the struck price. */
  readonly standardLabel: string;
  /** What ticking the box does. */
  readonly label: string;
  /** Only what the buyer ticked before; nothing that costs money starts ticked. */
  readonly defaultChecked: boolean;
  /** Its number on the page, for style sheets that look whether it is ticked. */
  readonly place: number;
}

/** Something that may be added, with its price and one box to tick. It posts `yes` when ticked. */
export function CheckCard(props: CheckCardProps) {
  const { name, title, text, price, standard, standardLabel, label, defaultChecked, place } = props;
  return (
    <label className={css['card']}>
      <span className={css['head']}>
        <strong>{title}</strong>
        <span className={css['price']}>
          {standard ? (
            <s>
              <span className="visually-hidden">{standardLabel} </span>
              {standard}
            </s>
          ) : null}
          <strong>+ {price}</strong>
        </span>
      </span>
      {text ? <span className={css['text']}>{text}</span> : null}
      <span className={box['boxlabel']}>
        <input type="checkbox" name={name} value="yes" defaultChecked={defaultChecked} data-place={place} />
        <span>{label}</span>
      </span>
    </label>
  );
}
