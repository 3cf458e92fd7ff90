import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface CookiesDisabledData {
  /** The page of the form. */
  readonly retry: string;
}

export function CookiesDisabledPage({ data }: ViewProps<CookiesDisabledData>) {
  const t = useWords();
  return (
    <StatusPanel kind="alert" title={t('cookies.title')}>
      <p>{t('cookies.text')}</p>
      <ButtonLink href={data.retry}>{t('cookies.retry')}</ButtonLink>
    </StatusPanel>
  );
}
