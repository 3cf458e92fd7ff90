import { useWords } from '#src/ui/words/words-context.tsx';
import { moneyText } from './money-text.ts';
import css from './money.module.css';

interface MoneyProps {
  /** Minor units, an integer; negative when it goes back. */
  readonly units: number;
  readonly currency: string;
  /** Whether amounts of several currencies stand together; otherwise the currency is said once, by their heading. */
  readonly isMixed?: boolean;
  /** An amount that no longer counts is struck out. */
  readonly isVoid?: boolean;
}

/** An amount, right-aligned in a table by its column. */
export function Money({ units, currency, isMixed = false, isVoid = false }: MoneyProps) {
  const { locale } = useWords();
  const text = moneyText(units, locale);
  return (
    <span className={css['money']} title={`${currency} ${text}`}>
      {isMixed && <span className={css['currency']}>{currency}</span>}
      {isVoid ? <s>{text}</s> : text}
    </span>
  );
}
