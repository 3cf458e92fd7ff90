import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface StopRemindersData {
  readonly hasOptedOut: boolean;
  readonly brand: string;
  /** Masked: another person may have the link. */
  readonly email: string;
}

/** One button unsubscribes; opening the page does not, because mail programs open links by themselves. */
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
