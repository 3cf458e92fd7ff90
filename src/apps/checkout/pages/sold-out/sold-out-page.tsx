import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface SoldOutData {
  readonly product: string;
  /** The school's own site. */
  readonly school: string;
}

export function SoldOutPage({ data }: ViewProps<SoldOutData>) {
  const t = useWords();
  return (
    <StatusPanel kind="alert" title={t('sold-out.title')}>
      <p>{t('sold-out.text', { product: data.product })}</p>
      <p>{t('sold-out.seats')}</p>
      <ButtonLink href={data.school} rel="noopener noreferrer">
        {t('sold-out.school')}
      </ButtonLink>
    </StatusPanel>
  );
}
