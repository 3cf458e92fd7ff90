import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../web/page.ts';

export interface GenericErrorData {
  /** Under this number the log has the cause; null when somebody came here by hand. */
  readonly reference: string | null;
  /** The way back into the flow; null when the link does not say which. */
  readonly retry: string | null;
}

export function GenericErrorPage({ data }: ViewProps<GenericErrorData>) {
  const t = useWords();
  return (
    <StatusPanel kind="alert" title={t('generic-error.title')}>
      <p>{t('generic-error.text')}</p>
      <p>{t('generic-error.safe')}</p>
      {data.retry ? <ButtonLink href={data.retry}>{t('generic-error.retry')}</ButtonLink> : null}
      {data.reference ? (
        <p className="fineprint">
          {t('generic-error.reference')} <code>{data.reference}</code>
        </p>
      ) : null}
    </StatusPanel>
  );
}
