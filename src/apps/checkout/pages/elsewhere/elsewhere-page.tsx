import { Button } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../web/page.ts';

export interface ElsewhereData {
  /** Masked: whoever holds the device may be somebody else. Null where no text can be sent. */
  readonly email: string;
  readonly phone: string | null;
  /** What was done a moment ago; `link` is shown only then. */
  readonly done: 'email' | 'sms' | 'too-many' | null;
  readonly link: string | null;
  readonly back: string;
}

/** The link of this purchase: by e-mail, by text, or to be copied from here. */
export function ElsewherePage({ data }: ViewProps<ElsewhereData>) {
  const t = useWords();
  const { email, phone, done, link, back } = data;
  const to = done === 'sms' ? (phone ?? '') : email;
  return (
    <StatusPanel kind="info" title={t('elsewhere.title')}>
      <p>{t('elsewhere.text')}</p>
      {done === null ? null : (
        <Notice kind={done === 'too-many' ? 'alert' : 'success'} isLive>
          <p>{t(done === 'too-many' ? 'elsewhere.too-many' : 'elsewhere.sent', { to })}</p>
        </Notice>
      )}
      {link === null ? null : (
        <p>
          {t('elsewhere.link')} <a href={link}>{link}</a>
        </p>
      )}
      <form method="post" className="stack">
        <Button name="intent" value="email">
          {t('elsewhere.by-email', { email })}
        </Button>
        {phone === null ? null : (
          <Button look="secondary" name="intent" value="sms">
            {t('elsewhere.by-sms', { phone })}
          </Button>
        )}
        <Button look="quiet" name="intent" value="link">
          {t('elsewhere.show')}
        </Button>
      </form>
      <p>
        <a href={back}>{t('elsewhere.back')}</a>
      </p>
    </StatusPanel>
  );
}
