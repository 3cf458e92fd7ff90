import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Button } from '../../parts/button.tsx';
import { Money } from '../../parts/values/money.tsx';
import { PayoutBatchSheet } from './payout-batch-sheet.tsx';
import type { PayoutItem } from './payout-choice.ts';
import css from './tasks.module.css';

interface PayoutBatchBarProps {
  readonly payouts: readonly PayoutItem[];
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** After some of them were recorded. */
  readonly onRecorded: () => void;
}

/** What is chosen, and the one act on it. */
export function PayoutBatchBar({ payouts, onChange, onRecorded }: PayoutBatchBarProps) {
  const t = useWords();
  // The sheet keeps those that it was opened for while the queue beneath it changes.
  const [opened, setOpened] = useState<readonly PayoutItem[] | null>(null);
  const [first] = payouts;
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  const close = (isDone: boolean): void => {
    setOpened(null);
    if (!isDone) return;
    onChange(new Set());
    onRecorded();
  };
  return (
    <>
      {first !== undefined && (
        <div className={css['batch']} role="group" aria-label={t('tasks.batch')}>
          <span>{t('tasks.batch.chosen', { count: payouts.length })}</span>
          <Money units={total} currency={first.currency} isMixed />
          <Button kind="primary" onPress={() => setOpened(payouts)}>
            {t('tasks.batch.title')}
          </Button>
          <Button kind="plain" onPress={() => onChange(new Set())}>
            {t('tasks.batch.clear')}
          </Button>
        </div>
      )}
      {opened !== null && <PayoutBatchSheet payouts={opened} onClose={close} />}
    </>
  );
}
