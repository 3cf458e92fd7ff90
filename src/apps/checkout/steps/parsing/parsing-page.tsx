import { useEffect, useState } from 'react';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useOrderWatch } from '../../site/order-status/use-order-watch.ts';
import type { ViewProps } from '../../framework/page.ts';
import css from './parsing.module.css';
import type { ParsingData } from '../../payment-form/stages/stages.types.ts';

/** After this long the page says that it takes longer than usual, in milliseconds. */
const longWait = 20_000;

export function ParsingPage({ data }: ViewProps<ParsingData>) {
  const t = useWords();
  const [isLong, setIsLong] = useState(false);
  useOrderWatch(data.watch);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longWait);
    return () => clearTimeout(timer);
  }, []);
  return (
    <StatusPanel kind="clock" title={t('parsing.title')} isPlain>
      <span className={css['bar']} aria-hidden="true" />
      <p>{t('parsing.text')}</p>
      <p role="status">{isLong ? t('parsing.long') : ''}</p>
    </StatusPanel>
  );
}
