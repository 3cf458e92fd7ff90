import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface LinkExpiredData {
  /** The school's help; null where no school is known. */
  readonly help: string | null;
}

export function LinkExpiredPage({ data }: ViewProps<LinkExpiredData>) {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('link-gone.title')}>
      <p>{t('link-gone.text')}</p>
      <p>{t('link-gone.next')}</p>
      {data.help ? (
        <ButtonLink href={data.help} look="secondary" target="_blank" rel="noopener noreferrer">
          {t('link-gone.help')}
        </ButtonLink>
      ) : null}
    </StatusPanel>
  );
}
