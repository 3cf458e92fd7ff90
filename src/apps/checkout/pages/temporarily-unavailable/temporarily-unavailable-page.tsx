import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface TemporarilyUnavailableData {
  /** The requested page. */
  readonly again: string;
  /** A form was sent, and its result is unknown. */
  readonly isSent: boolean;
  /** A form that takes no money, with its values: a button sends it again. Null without one. */
  readonly fields: readonly { readonly name: string; readonly value: string }[] | null;
}

export function TemporarilyUnavailablePage({ data }: ViewProps<TemporarilyUnavailableData>) {
  const t = useWords();
  if (data.fields)
    return (
      <StatusPanel kind="clock" title={t('temporarily-unavailable.title')}>
        <p>{t('temporarily-unavailable.text.form')}</p>
        <form method="post" action={data.again}>
          {data.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button>{t('temporarily-unavailable.send')}</Button>
        </form>
      </StatusPanel>
    );
  return (
    <StatusPanel
      kind="clock"
      title={t(data.isSent ? 'temporarily-unavailable.title.sent' : 'temporarily-unavailable.title')}
    >
      <p>{t(data.isSent ? 'temporarily-unavailable.text.sent' : 'temporarily-unavailable.text')}</p>
      <p>{t('temporarily-unavailable.safe')}</p>
      <ButtonLink href={data.again} look="secondary">
        {t('temporarily-unavailable.again')}
      </ButtonLink>
    </StatusPanel>
  );
}
