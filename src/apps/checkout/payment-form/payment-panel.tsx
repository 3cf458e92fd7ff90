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
  /** The price of a later answer; null while the document's own summary holds. */
  readonly summary: SummaryView | null;
  /** The suggestion that was taken after the last refusal. */
  readonly picked: PickedMethod | null;
  /** Counts the answers that this page has had: what they say is then pointed out. */
  readonly answers: number;
}

interface PaymentPanelProps<Data> {
  readonly data: PaymentData;
  readonly form: FormState | null;
  /** Finds the payment in the data of the page that this panel is a part of; null when there is nothing to pay any more. */
  readonly paymentIn: (data: Data) => PaymentData | null;
  /** What a page shows between what it has to say and the ways to pay, for the payment as it stands. */
  readonly above?: (payment: PaymentData) => ReactNode;
  /** Where a voucher is typed; absent where none may change the price. */
  readonly voucherEntry?: ComponentType<VoucherEntryProps>;
}

/**
 * Choosing how to pay, and paying. The form is sent without leaving the page, so that a refusal, a voucher or a lost
 * connection costs nobody what they typed; without JavaScript the same form goes the ordinary way.
 */
export function PaymentPanel<Data>({ data, form, paymentIn, above, voucherEntry }: PaymentPanelProps<Data>) {
  const t = useWords();
  const { setBusy } = useFeedback();
  const [standing, setStanding] = useState<Standing>({
    ...{ data, summary: null, answers: 0 },
    picked: data.picked ?? null,
  });
  // What this page itself sets going is no reason to leave it.
  const [isSending, setIsSending] = useState(false);
  const notice = useRef<HTMLDivElement>(null);

  // Back, from the cache of whole pages or from the one of answers, which browsers then do not ask about: the order may
  // have gone on meanwhile, and this page's key was used.
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

  /** A suggestion that pays at once. What is wrong with it is told where the refusal was. */
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

/** What there is to say about the last try. It takes the focus when a new answer came, so that it is read out. */
function PaymentNoticeBox({
  notice,
  brief,
  ref,
}: {
  readonly notice: PaymentNotice | null;
  /** Said in place of a refusal once another way was chosen. */
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
