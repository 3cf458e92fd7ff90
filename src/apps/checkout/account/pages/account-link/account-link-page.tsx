import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';

export interface AccountLinkData {
  /**
   * `gone`: the link expired; `sent`: a link was requested, whether or not the address is known; `left` and
   * `left-everywhere`: this link, or every link, was revoked.
   */
  readonly kind: 'ask' | 'gone' | 'sent' | 'left' | 'left-everywhere';
  readonly school: string;
  readonly again: string;
  readonly help: string;
}

/** A form with one field: the e-mail address for the link. */
export function AccountLinkPage({ data, form }: ViewProps<AccountLinkData>) {
  const t = useWords();
  const { kind, school, again, help } = data;
  if (kind === 'sent') {
    return (
      <StatusPanel kind="info" title={t('account-link.sent.title')}>
        <p>{t('account-link.sent.text', { school })}</p>
        <p>{t('account-link.sent.hint')}</p>
        <ButtonLink href={again} look="secondary">
          {t('account-link.sent.again')}
        </ButtonLink>
        <p>
          <a href={help} target="_blank" rel="noopener noreferrer">
            {t('account-link.help')}
          </a>
        </p>
      </StatusPanel>
    );
  }
  const error = form?.errors['email'];
  return (
    <>
      <PageTitle title={t('account-link.title')} text={t('account-link.text', { school })} />
      <div className="stack">
        {kind === 'gone' ? (
          <Notice kind="alert" title={t('account-link.gone.title')}>
            <p>{t('account-link.gone.text')}</p>
          </Notice>
        ) : null}
        {kind === 'left' || kind === 'left-everywhere' ? (
          <Notice kind="success" title={t(`account-link.${kind}.title`)}>
            <p>{t(`account-link.${kind}.text`)}</p>
          </Notice>
        ) : null}
        <form method="post" action={again} className="stack">
          <TextField
            name="email"
            type="email"
            label={t('account-link.email')}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
            defaultValue={form?.values['email'] ?? ''}
            error={error ? t(error) : null}
          />
          <Button>{t('account-link.submit')}</Button>
          <p className="fineprint">{t('account-link.safe')}</p>
        </form>
      </div>
    </>
  );
}
