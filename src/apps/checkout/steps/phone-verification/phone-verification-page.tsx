import { useRef, useEffect } from 'react';
import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { useReloadOnReturn } from '#src/ui/navigation/use-reload-on-return.ts';
import { checkCode } from '../../site/verification-code/verification-code.rules.ts';
import { Resend } from '../../site/verification-code/resend-button.tsx';
import css from '../../site/verification-code/verification-code.module.css';

/** What the page for proving a phone shows. */
export interface PhoneVerificationData {
  readonly state: 'ask' | 'sent' | 'verified' | 'not-served';
  /** The number's end; the rest is dots. */
  readonly phone: string;
  /** Until another code may be asked for. */
  readonly resendSeconds: number;
  /** Where the number is changed. */
  readonly change: string;
  readonly next: string;
  /** The brand lets buyers go on without. */
  readonly isOptional: boolean;
}

export function PhoneVerificationPage({ data, form }: ViewProps<PhoneVerificationData>) {
  const t = useWords();
  useReloadOnReturn();
  const { state, phone } = data;
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t(state === 'verified' ? 'phone-verification.done.title' : 'phone-verification.title')}
        text={t(`phone-verification.${state}.text`, { phone })}
      />
      <div className="stack">
        {state === 'verified' ? (
          <ButtonLink href={data.next}>{t('phone-verification.continue')}</ButtonLink>
        ) : state === 'not-served' ? (
          <Notice kind="alert">
            <p>{t('phone-verification.not-served.notice')}</p>
          </Notice>
        ) : state === 'ask' ? (
          <AskForm refused={form?.errors ?? null} />
        ) : (
          <CodeForm refused={form?.errors ?? null} typed={form?.values['code']} resendSeconds={data.resendSeconds} />
        )}
        <ButtonLink look={state === 'not-served' ? 'primary' : 'quiet'} href={data.change}>
          {t('phone-verification.change')}
        </ButtonLink>
        {data.isOptional && state !== 'verified' ? (
          <ButtonLink look="quiet" href={data.next}>
            {t('phone-verification.skip')}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

interface FormProps {
  readonly refused: Readonly<Record<string, string>> | null;
}

/** Sending costs money and a code on a phone that nobody looks at: it waits for a press. */
function AskForm({ refused }: FormProps) {
  const t = useWords();
  const handle = useForm({ validate: () => ({}), refused, busyLabel: t('phone-verification.sending') });
  return (
    <form {...handle.props} className="stack">
      <FormNotice message={handle.error('form')} />
      <Button name="intent" value="send" isBusy={handle.isBusy}>
        {t('phone-verification.send')}
      </Button>
    </form>
  );
}

function CodeForm({
  refused,
  typed,
  resendSeconds,
}: FormProps & { readonly typed: string | undefined; readonly resendSeconds: number }) {
  const t = useWords();
  const form = useRef<HTMLFormElement | null>(null);
  const handle = useForm({ validate: checkCode, refused });
  useSmsCode(true, (code) => {
    const field = form.current?.elements.namedItem('code');
    if (!(field instanceof HTMLInputElement)) return;
    field.value = code;
    form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('button:not([name])'));
  });
  return (
    <form
      {...handle.props}
      ref={(node) => {
        form.current = node;
        handle.props.ref(node);
      }}
      className="stack"
    >
      <FormNotice message={handle.error('form')} />
      <TextField
        name="code"
        label={t('phone-verification.code.label')}
        hint={t('phone-verification.code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        mask="000000"
        spellCheck={false}
        defaultValue={typed}
        error={handle.error('code')}
        className={css['code']}
      />
      <Button isBusy={handle.isBusy}>{t('phone-verification.submit')}</Button>
      <Resend seconds={resendSeconds} isBusy={handle.isBusy} />
    </form>
  );
}

/** WebOTP (WICG): the part of it that is read here; TypeScript's DOM does not have it. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly 'sms'[] };
}

/**
 * Where the browser can read the message that came to this very phone, it asks its owner and hands over the code. Nobody
 * needs it: the field takes the code by keys, by paste, or by the keyboard's own suggestion.
 */
function useSmsCode(isWaiting: boolean, onCode: (code: string) => void): void {
  useEffect(() => {
    if (!isWaiting || !('OTPCredential' in globalThis)) return undefined;
    const stop = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: stop.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential && 'code' in credential && typeof credential.code === 'string') onCode(credential.code);
      },
      // Declined, too late, or this page is gone.
      () => undefined,
    );
    return () => stop.abort();
    // Asked once per page: a second question would end the first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
