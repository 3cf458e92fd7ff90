import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { useNow } from '../../data/now.ts';
import { actorName } from './sale-context.tsx';
import css from './sale.module.css';
import { valueText } from './value-text.ts';

/** Why a sale is as it is, in a sentence. */
export function Explanation({ answer }: { readonly answer: SaleAnswer }) {
  const t = useWords();
  const now = useNow();
  const { rule, tone, values } = answer.explanation;
  const said = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'who' && value.kind === 'text'
        ? actorName(answer, value.text)
        : valueText(value, t, answer.timeZone, now),
    ]),
  );
  return (
    <p className={css['explanation']} data-tone={tone} data-rule={rule} role="status">
      {t(`sale.rule.${rule}`, said)}
    </p>
  );
}
