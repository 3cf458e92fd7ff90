import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { checkCode } from '../../site/verification-code/verification-code.rules.ts';
import codeCss from '../../site/verification-code/verification-code.module.css';
import { Resend } from '../../site/verification-code/resend-button.tsx';

/** What the page for the code shows. */
export interface LiveloCodeData {
  readonly state: 'sent' | 'proved';
  readonly kind: 'sms' | 'email';
  /** Where the code went, as the programme masks it. */
  readonly to: string;
  /** Until another code may be asked for. */
  readonly resendSeconds: number;
  /** Where another contact is chosen. */
  readonly other: string;
  readonly next: string;
}

export function LiveloCodePage({ data, form }: ViewProps<LiveloCodeData>) {
  const t = useWords();
  const { state, kind, to, other, next } = data;
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t(`livelo-code.${state}.title`)}
        text={
          state === 'sent'
            ? t(`livelo-code.${kind}.text`, { to: to.replaceAll(' ', '\u00a0') })
            : t('livelo-code.proved.text')
        }
      />
      <div className="stack">
        {state === 'sent' ? (
          <CodeForm refused={form?.errors ?? null} resendSeconds={data.resendSeconds} />
        ) : (
          <ButtonLink href={next}>{t('livelo-code.continue')}</ButtonLink>
        )}
        <ButtonLink look="quiet" href={other}>
          {t('livelo-code.other')}
        </ButtonLink>
        <SkipPoints />
      </div>
    </>
  );
}

function CodeForm({
  refused,
  resendSeconds,
}: {
  readonly refused: Readonly<Record<string, string>> | null;
  readonly resendSeconds: number;
}) {
  const t = useWords();
  const handle = useForm({ validate: checkCode, refused, busyLabel: t('livelo-code.busy') });
  return (
    <form {...handle.props} className="stack">
      <FormNotice message={handle.error('form')} />
      <TextField
        name="code"
        label={t('livelo-code.label')}
        hint={t('livelo-code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        mask="000000"
        spellCheck={false}
        error={handle.error('code')}
        className={codeCss['code']}
      />
      <Button isBusy={handle.isBusy}>{t('livelo-code.submit')}</Button>
      <Resend seconds={resendSeconds} isBusy={handle.isBusy} />
    </form>
  );
}
