import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface GenericErrorData {
  /** Reference number of the cause in the log; null when the page was opened directly. */
  readonly reference: string | null;
  /** The unknown parameter of the link; null for any other error. */
  readonly unknown: 'seller' | 'offer' | 'product' | null;
  /** Address of the flow without the unknown parameter; null when there is none. */
  readonly retry: string | null;
}

export function GenericErrorPage({ data }: ViewProps<GenericErrorData>) {
  const t = useWords();
  const words = data.unknown ? `generic-error.${data.unknown}` : 'generic-error';
  return (
    <StatusPanel kind="alert" title={t(`${words}.title`)}>
      <p>{t(`${words}.text`)}</p>
      {data.unknown ? null : <p>{t('generic-error.safe')}</p>}
      {data.retry ? <ButtonLink href={data.retry}>{t(`${words}.retry`)}</ButtonLink> : null}
      {data.reference ? (
        <p className="fineprint">
          {t('generic-error.reference')} <code>{data.reference}</code>
        </p>
      ) : null}
    </StatusPanel>
  );
}
