import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Nothing is known here. */
export type ShortLinkData = Readonly<Record<string, never>>;

/** Seen only with a code that opens nothing: typed wrong, or too old. */
export function ShortLinkPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('short-link.title')}>
      <p>{t('short-link.text')}</p>
      <p>{t('short-link.next')}</p>
    </StatusPanel>
  );
}
