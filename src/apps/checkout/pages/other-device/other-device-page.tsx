import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { ResumeLinkView } from '../../site/resume-link/resume-link-view.tsx';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';
import { useEffect } from 'react';
import { callServer } from '#src/ui/http/call-server.ts';
import { navigateOnce } from '../../site/order-status/navigate-once.ts';

export interface OtherDeviceData {
  /** Masked: another person may hold the device. Null where no text can be sent. */
  readonly email: string;
  readonly phone: string | null;
  /** The page is in an in-app browser, and the purchase should leave it. */
  readonly isInApp: boolean;
  /** The last action; `link` is shown only then. */
  readonly done: 'email' | 'sms' | 'too-many' | null;
  readonly link: ResumeLink | null;
  readonly back: string;
  /** This page's address, which redirects once the purchase is paid. */
  readonly here: string;
}

/** The link of this purchase: by e-mail, by text, or copied, typed or scanned from this page. */
export function OtherDevicePage({ data }: ViewProps<OtherDeviceData>) {
  const t = useWords();
  const { email, phone, isInApp, done, link, back, here } = data;
  usePageWatch(here);
  const to = done === 'sms' ? (phone ?? '') : email;
  const isRefused = done === 'too-many';
  const show =
    link === null ? (
      <Button look={isRefused ? 'primary' : 'quiet'} name="intent" value="link">
        {t('other-device.show')}
      </Button>
    ) : null;
  return (
    <StatusPanel kind="info" title={t(isInApp ? 'other-device.app.title' : 'other-device.title')}>
      {isInApp && link ? <p>{t(link.intent === null ? 'other-device.app.copy' : 'other-device.app.open')}</p> : null}
      <p>{t('other-device.text')}</p>
      {done === null ? null : (
        <Notice kind={isRefused ? 'alert' : 'success'} isLive>
          <p>{t(isRefused ? 'other-device.too-many' : 'other-device.sent', { to })}</p>
        </Notice>
      )}
      {link === null ? null : <ResumeLinkView link={link} isMain />}
      <form method="post" className="stack">
        {isRefused ? show : null}
        <Button name="intent" value="email" look={link === null && !isRefused ? 'primary' : 'secondary'}>
          {t('other-device.by-email', { email })}
        </Button>
        {phone === null ? null : (
          <Button look="secondary" name="intent" value="sms">
            {t('other-device.by-sms', { phone })}
          </Button>
        )}
        {isRefused ? null : show}
      </form>
      <ButtonLink href={back} look="quiet">
        {t('other-device.back')}
      </ButtonLink>
    </StatusPanel>
  );
}

/** Pauses between polls, in milliseconds; the last one repeats. */
const pauses = [2000, 5000, 10_000] as const;

/**
 * Leaves this page once its own address redirects: a purchase without an order has no other status, and is paid on another
 * device. Polls at once when the buyer returns to the page, and never while the page is hidden.
 */
function usePageWatch(here: string): void {
  useEffect(() => {
    let polls = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      const answer = await callServer(here, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
      if (answer?.type === 'opaqueredirect') return navigateOnce(here);
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), pauses[Math.min(polls++, pauses.length - 1)]);
    };
    const onReturn = (): void => {
      polls = 0;
      void poll();
    };
    timer = setTimeout(() => void poll(), pauses[0]);
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('pageshow', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('pageshow', onReturn);
    };
  }, [here]);
}
