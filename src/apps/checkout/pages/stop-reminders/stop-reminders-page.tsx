import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface StopRemindersData {
  readonly hasOptedOut: boolean;
  readonly brand: string;
  /** Masked: whoever has the link may be somebody else. */
  readonly email: string;
}

/** One press ends the reminders; only looking changes nothing, because mail programs look at links by themselves. */
export function StopRemindersPage({ data }: ViewProps<StopRemindersData>) {
  const t = useWords();
  const { hasOptedOut, brand, email } = data;
  return hasOptedOut ? (
    <StatusPanel kind="success" title={t('stop-reminders.done.title')}>
      <p>{t('stop-reminders.done.text', { brand, email })}</p>
    </StatusPanel>
  ) : (
    <StatusPanel kind="info" title={t('stop-reminders.title')}>
      <p>{t('stop-reminders.text', { brand, email })}</p>
      <form method="post">
        <Button>{t('stop-reminders.stop')}</Button>
      </form>
    </StatusPanel>
  );
}
