import { type ComponentType, type ReactNode, useEffect, useRef, useState, type Ref } from 'react';
import { ButtonLink } from '#src/ui/button/button.tsx';
import { useFeedback } from '#src/ui/feedback/feedback.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { FormState } from '../framework/page.ts';
import { type FormResponse, sendForm } from '../site/send-form.ts';
import { extras } from './extras.ts';
import { PaymentForm } from './payment-form.tsx';
import type { PickedMethod } from './suggestions/suggestions.types.ts';
import type { PaymentData, PaymentNotice } from './payment.types.ts';
import type { VoucherEntryProps } from './voucher/voucher-entry.tsx';

interface Standing {
  readonly data: PaymentData;
  /** The price of a later answer; null while the document's own summary is current. */
  readonly summary: SummaryView | null;
  /** The suggestion that was selected after the last decline. */
  readonly picked: PickedMethod | null;
  /** Counts the answers to this page's form: each new notice gets the focus. */
  readonly answers: number;
}

interface PaymentPanelProps<Data> {
  readonly data: PaymentData;
  readonly form: FormState | null;
  /** Finds the payment in the data of the panel's page; null when nothing is due any more. */
  readonly paymentIn: (data: Data) => PaymentData | null;
  /** Content between the notice and the payment methods. */
  readonly above?: (payment: PaymentData) => ReactNode;
  /** The voucher field; absent where no voucher may change the price. */
  readonly voucherEntry?: ComponentType<VoucherEntryProps>;
}

/**
 * Selects a payment method and pays. A script posts the form without leaving the page, so that a decline, a voucher or a
 * lost connection keeps the typed values; without JavaScript the browser posts the same form.
 */
export function PaymentPanel<Data>({ data, form, paymentIn, above, voucherEntry }: PaymentPanelProps<Data>) {
  const t = useWords();
  const { setBusy } = useFeedback();
  const [standing, setStanding] = useState<Standing>({
    ...{ data, summary: null, answers: 0 },
    picked: data.picked ?? null,
  });
  // A navigation by this page itself needs no warning.
  const [isSending, setIsSending] = useState(false);
  const notice = useRef<HTMLDivElement>(null);

  // After Back, from the back/forward cache or the HTTP cache without revalidation, the order may have changed and this
  // page's idempotency key may be used.
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward') location.reload();
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const send = async (
    element: HTMLFormElement,
    submitter: HTMLElement | null,
  ): Promise<Readonly<Record<string, string>> | 'left'> => {
    setIsSending(true);
    const onAway = (): void => setBusy(t('payment.away'));
    const answer: FormResponse<Data> = await sendForm<Data>(element, submitter, onAway).catch((error: unknown) => {
      setIsSending(false);
      throw error;
    });
    if (answer.kind === 'away') {
      setIsSending(false);
      return { form: 'payment.error.away' };
    }
    const payment = answer.kind === 'page' ? paymentIn(answer.data) : null;
    if (answer.kind === 'redirect' || !payment) {
      location.assign(answer.kind === 'redirect' ? answer.to : location.href);
      return 'left';
    }
    setIsSending(false);
    setStanding(({ answers }) => ({ data: payment, summary: answer.summary, picked: null, answers: answers + 1 }));
    const errors = answer.form?.errors ?? {};
    if (Object.keys(errors).length === 0) requestAnimationFrame(() => notice.current?.focus());
    return errors;
  };

  /** A suggestion that pays at once. Its errors are shown in place of the decline. */
  const make = async (element: HTMLFormElement): Promise<void> => {
    setBusy(t('payment.busy'));
    const answer = await send(element, null).catch(() => ({ form: 'payment.error.general' }));
    if (answer === 'left') return;
    setBusy(null);
    const [problem] = Object.values(answer);
    if (problem === undefined) return;
    setStanding((before) => ({ ...before, picked: { note: t(problem), target: '' } }));
    notice.current?.focus();
  };

  return (
    <>
      {standing.summary && extras.summary ? <extras.summary view={standing.summary} /> : null}
      <div className="stack">
        <PaymentNoticeBox ref={notice} notice={standing.data.notice} brief={standing.picked?.note ?? null} />
        {standing.data.suggestions && extras.suggestions ? (
          <extras.suggestions
            suggestions={standing.data.suggestions}
            picked={standing.picked}
            onPick={(picked) => setStanding((before) => ({ ...before, picked }))}
            onMake={(event) => {
              event.preventDefault();
              if (!isSending) void make(event.currentTarget);
            }}
          />
        ) : null}
        {standing.data.watch && extras.watch && !isSending ? (
          <extras.watch watch={standing.data.watch} secondsLeft={standing.data.holdSecondsLeft} />
        ) : null}
        {standing.data.methods.length > 0 || standing.data.isFree || standing.data.trial?.bill ? (
          <PaymentForm
            data={standing.data}
            form={form}
            send={send}
            isRetry={standing.answers > 0}
            above={above?.(standing.data)}
            voucherEntry={voucherEntry}
          />
        ) : (
          <>
            {above?.(standing.data)}
            <Notice kind="alert" title={t('payment.none.title')}>
              <p>{t('payment.none.text')}</p>
            </Notice>
            <ButtonLink href="" look="secondary">
              {t('payment.none.again')}
            </ButtonLink>
          </>
        )}
      </div>
    </>
  );
}

/** The notice about the last attempt. It takes the focus after a new answer, so that screen readers announce it. */
function PaymentNoticeBox({
  notice,
  brief,
  ref,
}: {
  readonly notice: PaymentNotice | null;
  /** Replaces the decline notice once another method is selected. */
  readonly brief: string | null;
  readonly ref: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} tabIndex={-1} hidden={notice === null}>
      {notice?.kind === 'error' && brief !== null ? (
        <Notice kind="info">
          <p>{brief}</p>
        </Notice>
      ) : notice ? (
        <Notice kind={notice.kind} title={notice.title}>
          {notice.text === '' ? null : <p>{notice.text}</p>}
          {notice.small ? <p className="fineprint">{notice.small}</p> : null}
          {notice.link ? (
            <p>
              <a href={notice.link.href}>{notice.link.label}</a>
            </p>
          ) : null}
        </Notice>
      ) : null}
    </div>
  );
}
