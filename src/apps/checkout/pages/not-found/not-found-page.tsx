import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

export function NotFoundPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('not-found.title')}>
      <p>{t('not-found.text')}</p>
    </StatusPanel>
  );
}
