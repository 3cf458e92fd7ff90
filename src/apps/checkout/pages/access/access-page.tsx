import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface AccessData {
  /** `ask`: before the access link is created; `go`: on the way to the school; `gone`: no access. */
  readonly kind: 'ask' | 'go' | 'gone';
  /** The one-time address at the school. */
  readonly url: string | null;
}

const marks = { ask: 'success', go: 'success', gone: 'alert' } as const;

export function AccessPage({ data }: ViewProps<AccessData>) {
  const t = useWords();
  return (
    <StatusPanel kind={marks[data.kind]} title={t(`access.${data.kind}.title`)}>
      <p>{t(`access.${data.kind}.text`)}</p>
      {data.kind === 'ask' ? (
        <form method="post">
          <Button>{t('access.ask.button')}</Button>
        </form>
      ) : null}
      {data.url ? (
        <ButtonLink href={data.url} rel="noreferrer">
          {t('access.go.button')}
        </ButtonLink>
      ) : null}
    </StatusPanel>
  );
}
