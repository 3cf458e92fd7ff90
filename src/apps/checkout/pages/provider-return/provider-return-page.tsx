import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The page has no data. */
export type ProviderReturnData = Readonly<Record<string, never>>;

/** The app opened another browser than the payment's: the first one continues by itself. */
export function ProviderReturnPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('provider-return.title')}>
      <p>{t('provider-return.text')}</p>
    </StatusPanel>
  );
}
