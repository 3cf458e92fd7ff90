import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface TemporarilyUnavailableData {
  /** The page that was asked for. */
  readonly again: string;
  /** A form was sent: whether it arrived is not known yet. */
  readonly isSent: boolean;
  /** A form that takes no money, as it was sent: it is sent again by a press. Null where there is none. */
  readonly fields: readonly { readonly name: string; readonly value: string }[] | null;
}

export function TemporarilyUnavailablePage({ data }: ViewProps<TemporarilyUnavailableData>) {
  const t = useWords();
  if (data.fields)
    return (
      <StatusPanel kind="clock" title={t('coming-back.title')}>
        <p>{t('coming-back.text.form')}</p>
        <form method="post" action={data.again}>
          {data.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button>{t('coming-back.send')}</Button>
        </form>
      </StatusPanel>
    );
  return (
    <StatusPanel kind="clock" title={t(data.isSent ? 'coming-back.title.sent' : 'coming-back.title')}>
      <p>{t(data.isSent ? 'coming-back.text.sent' : 'coming-back.text')}</p>
      <p>{t('coming-back.safe')}</p>
      <ButtonLink href={data.again} look="secondary">
        {t('coming-back.again')}
      </ButtonLink>
    </StatusPanel>
  );
}
