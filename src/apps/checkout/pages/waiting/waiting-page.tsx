import { railWaitings } from '#src/rails/registry.waiting.generated.tsx';
import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { StepIndicator } from '#src/ui/steps/step-indicator.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { RailWaitingView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { navigateOnce } from '../../site/order-status/navigate-once.ts';
import { SplitStatusList } from '../../site/order-status/split-status.tsx';
import { useOrderWatch } from '../../site/order-status/use-order-watch.ts';
import type { FormState, ViewProps } from '../../framework/page.ts';
import { TimeLeft } from './time-left.tsx';
import css from './waiting.module.css';
import type { WaitingData } from '../../payment-form/stages/stages.types.ts';
import { useEffect } from 'react';
import { providerReturnHash } from '../../site/order-status/provider-return-hash.ts';
import { ResumeLinkView } from '../../site/resume-link/resume-link-view.tsx';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';

const views: Readonly<Record<string, RailWaitingView>> = railWaitings;

/** Waits for a payment made elsewhere, and continues when it arrives. */
export function WaitingPage({ data, form }: ViewProps<WaitingData>) {
  const t = useWords();
  const isChecking = useOrderWatch(data.watch);
  const { rail, state, step } = data;
  const view = views[rail];
  const title = t(`waiting.${rail}.${state === 'expired' ? 'expired.title' : 'title'}`);
  return (
    <>
      <PageTitle
        above={step ? <StepIndicator {...step} label={t('form.step', step)} /> : null}
        title={title}
        text={state === 'expired' ? t(`waiting.${rail}.expired.text`) : <Due data={data} />}
      />
      <div className={css['page']}>
        {state === 'open' ? (
          <p className={css['listening']} role="status">
            <span className={css['pulse']} aria-hidden="true" />
            {t(isChecking ? 'waiting.checking' : 'waiting.listening')}
          </p>
        ) : null}
        {data.parts ? <SplitStatusList status={data.parts} /> : null}
        {state === 'expired' ? <Renewal rail={rail} attemptId={data.attemptId} form={form} /> : null}
        {data.leave === null ? null : <LeaveButton {...data.leave} label={t(`waiting.${rail}.leave`)} />}
        {state === 'open' && view ? (
          <view.Waiting
            instructions={data.instructions}
            amount={data.amount}
            state={state}
            expiresAt={data.expiresAt}
            payee={data.payee}
          />
        ) : null}
        <noscript>
          <Notice kind="info">
            <p>{t('waiting.noscript')}</p>
          </Notice>
        </noscript>
        <div className={css['more']}>
          {data.resume ? <ResumePanel link={data.resume.link} /> : null}
          <ButtonLink href={data.otherWay} look="link">
            {t('waiting.other')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

/** The amount and its expiry. */
function Due({ data }: { readonly data: WaitingData }) {
  const { amount, instructions, watch, secondsLeft } = data;
  const t = useWords();
  const on = typeof instructions['expiresOn'] === 'string' ? instructions['expiresOn'] : '';
  const time = typeof instructions['expiresTime'] === 'string' ? instructions['expiresTime'] : '';
  return (
    <span className={css['due']}>
      <b className={css['amount']}>{amount}</b>
      <span>{t('waiting.until', { on, time })}</span>
      <TimeLeft secondsLeft={secondsLeft} onEnd={() => navigateOnce(watch.here)} />
    </span>
  );
}

/** Requests a new code for an expired one: same order, same price. */
function Renewal({
  rail,
  attemptId,
  form,
}: {
  readonly rail: string;
  readonly attemptId: string;
  readonly form: FormState | null;
}) {
  const t = useWords();
  const own = `waiting.${rail}.renew`;
  const handle = useForm({ validate: () => ({}), refused: form?.errors ?? null });
  return (
    <form {...handle.props} className="stack">
      <input type="hidden" name="attemptId" value={attemptId} />
      <FormNotice message={handle.error('form')} />
      <Button isBusy={handle.isBusy}>{t(t.has(own) ? own : 'waiting.renew')}</Button>
    </form>
  );
}

interface LeaveButtonProps {
  readonly href: string;
  readonly isByItself: boolean;
  readonly label: string;
}

/**
 * The link to the provider's page. It is followed once by itself; a buyer who returns sees the link and the status. No form
 * is posted: the form policy forbids a redirect to another origin.
 */
function LeaveButton({ href, isByItself, label }: LeaveButtonProps) {
  useEffect(() => {
    if (!isByItself || location.hash === providerReturnHash) return;
    history.replaceState(history.state, '', providerReturnHash);
    location.assign(href);
  }, [href, isByItself]);
  return <ButtonLink href={href}>{label}</ButtonLink>;
}

/** Continues on another device: a button requests a link, then the link is shown. Works without a script. */
function ResumePanel({ link }: { readonly link: ResumeLink | null }) {
  const t = useWords();
  if (link === null) {
    return (
      <form method="post">
        <input type="hidden" name="intent" value="resume" />
        <Button look="link">{t('waiting.resume')}</Button>
      </form>
    );
  }
  return (
    <section className="stack" aria-labelledby="resume-title">
      <h2 id="resume-title">{t('waiting.resume.title')}</h2>
      <p>{t('waiting.resume.text')}</p>
      <ResumeLinkView link={link} isMain={false} />
    </section>
  );
}
