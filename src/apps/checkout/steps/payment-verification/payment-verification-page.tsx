import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { navigateOnce } from '../../site/order-status/navigate-once.ts';
import { useOrderWatch } from '../../site/order-status/use-order-watch.ts';
import type { ViewProps } from '../../framework/page.ts';
import { sendForm } from '../../site/send-form.ts';
import css from './payment-verification.module.css';
import type { PaymentVerificationData } from '../../payment-form/stages/stages.types.ts';

type Phase = 'asking' | 'checking' | 'slow' | 'over';

/** A bank's page that shows nothing for so long is likely broken, in milliseconds. */
const patience = 60_000;
/** Pauses before the server is asked once more how it went, in milliseconds. */
const askAgain = [0, 2000, 4000, 8000] as const;

/** Whether the frame shows a page of ours: only then may its address be read. */
function isBack(frame: HTMLIFrameElement, returnPath: string): boolean {
  try {
    return frame.contentWindow?.location.pathname === returnPath;
  } catch {
    return false;
  }
}

/** The bank's page runs in a frame that may open its app, but never take the place of ours. */
export function PaymentVerificationPage({ data }: ViewProps<PaymentVerificationData>) {
  const t = useWords();
  const { url, fields, secondsLeft, returnPath, leave, watch } = data;
  const opening = useRef<HTMLFormElement>(null);
  const asking = useRef<HTMLFormElement>(null);
  const wasOpened = useRef(false);
  const [phase, setPhase] = useState<Phase>('asking');
  useOrderWatch(watch);

  useEffect(() => {
    if (wasOpened.current) return;
    wasOpened.current = true;
    opening.current?.submit();
  }, []);
  useEffect(() => {
    const slow = setTimeout(() => setPhase((now) => (now === 'asking' ? 'slow' : now)), patience);
    const over = setTimeout(() => setPhase('over'), Math.min(secondsLeft * 1000, 2 ** 31 - 1));
    return () => {
      clearTimeout(slow);
      clearTimeout(over);
    };
  }, [secondsLeft]);

  const askTheServer = async (): Promise<void> => {
    setPhase('checking');
    for (const pause of askAgain) {
      await new Promise((resume) => setTimeout(resume, pause));
      const answer = asking.current && (await sendForm(asking.current, null).catch(() => null));
      if (answer?.kind !== 'redirect' || answer.to === watch.here) continue;
      navigateOnce(answer.to);
      return;
    }
    // Not known yet: the status stream stays open, and the waiting page says so.
    navigateOnce(watch.here);
  };

  return (
    <>
      <PageTitle
        title={t('payment-verification.title')}
        text={phase === 'over' ? null : t('payment-verification.text')}
      />
      <div className="stack">
        {phase === 'over' ? (
          <Notice kind="alert" isLive title={t('payment-verification.over.title')}>
            <p>{t('payment-verification.over.text')}</p>
          </Notice>
        ) : (
          <div className={css['frame']} data-phase={phase}>
            <iframe
              name="challenge"
              title={t('payment-verification.frame')}
              // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin: it cannot lift its own limits
              sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
              onLoad={(event) => {
                if (isBack(event.currentTarget, returnPath)) void askTheServer();
              }}
            />
            <p className={css['checking']} role="status">
              {phase === 'checking' ? t('payment-verification.checking') : ''}
            </p>
          </div>
        )}
        {phase === 'slow' ? (
          <Notice kind="info" isLive>
            <p>{t('payment-verification.slow')}</p>
          </Notice>
        ) : null}
        <ButtonLink href={leave} look={phase === 'over' ? 'primary' : 'quiet'}>
          {t('payment-verification.leave')}
        </ButtonLink>
        <div className={css['forms']}>
          <form ref={opening} method="post" action={url} target="challenge">
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <noscript>
              <Button>{t('payment-verification.open')}</Button>
            </noscript>
          </form>
          <form ref={asking} method="post">
            <noscript>
              <Button look="secondary">{t('payment-verification.done')}</Button>
            </noscript>
          </form>
        </div>
      </div>
    </>
  );
}
