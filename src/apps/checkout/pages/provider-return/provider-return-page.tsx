import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Nothing is known here. */
export type ProviderReturnData = Readonly<Record<string, never>>;

/** The app opened another browser than the one in which the payment began: that one goes on by itself. */
export function ProviderReturnPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('provider-return.title')}>
      <p>{t('provider-return.text')}</p>
    </StatusPanel>
  );
}
