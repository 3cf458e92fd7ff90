import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleItem } from '../../../routes/sales/sale-item.types.ts';
import { StateWord, type Tone } from '../values/state-word.tsx';
import css from './sale-cells.module.css';

const tones: Readonly<Record<SaleItem['state'], Tone>> = {
  open: 'waits',
  'partly-paid': 'needs',
  paid: 'ok',
  refunded: 'quiet',
  closed: 'lost',
};

export function SaleState({ state }: Pick<SaleItem, 'state'>) {
  const t = useWords();
  return <StateWord tone={tones[state]}>{t(`sales.state.${state}`)}</StateWord>;
}

/** What somebody has to look at, in a row of words; nothing for almost every sale. */
export function SaleTroubles({ troubles }: Pick<SaleItem, 'troubles'>) {
  const t = useWords();
  return (
    <span className={css['troubles']}>
      {troubles.map((trouble) => (
        <StateWord key={trouble} tone={trouble === 'dispute' ? 'lost' : 'needs'}>
          {t(`sales.trouble.${trouble}`)}
        </StateWord>
      ))}
    </span>
  );
}

export function buyerText(t: Translator, buyer: SaleItem['buyer']): string {
  return buyer === null ? t('sales.buyer.erased') : buyer.name;
}
