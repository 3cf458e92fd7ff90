import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

export function StagingPage() {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('staging.title')}>
      <p>{t('staging.text')}</p>
      <form method="post">
        <Button look="secondary">{t('staging.end')}</Button>
      </form>
    </StatusPanel>
  );
}
