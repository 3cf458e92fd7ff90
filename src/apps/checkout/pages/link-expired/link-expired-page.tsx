import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';

export function LinkExpiredPage({ data }: ViewProps<LinkExpiredData>) {
  const t = useWords();
  return (
    <StatusPanel kind="info" title={t('link-expired.title')}>
      <p>{t('link-expired.text')}</p>
      <p>{t('link-expired.next')}</p>
      {data.help ? (
        <ButtonLink href={data.help} look="secondary" target="_blank" rel="noopener noreferrer">
          {t('link-expired.help')}
        </ButtonLink>
      ) : null}
    </StatusPanel>
  );
}
