import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The page has no data. */
export type ShortLinkData = Readonly<Record<string, never>>;

/** Shown only for an unknown or expired code. */
export function ShortLinkPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('short-link.title')}>
      <p>{t('short-link.text')}</p>
      <p>{t('short-link.next')}</p>
    </StatusPanel>
  );
}
