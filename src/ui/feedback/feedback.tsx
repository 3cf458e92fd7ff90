import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import { BusyOverlay } from './busy-overlay.tsx';
import { type Toast, Toasts } from './toasts.tsx';

/** Announcements outside a page's text. */
export interface Feedback {
  /** Announces a sentence to screen readers. `assertive` interrupts; for errors only. */
  readonly announce: (message: string, urgency?: 'polite' | 'assertive') => void;
  /** A passing note. Never the only copy of an error that the buyer must act on. */
  readonly toast: (message: string, kind?: Toast['kind']) => void;
  /** Covers the page while a request is running; with null, uncovers it. */
  readonly setBusy: (label: string | null) => void;
}

const FeedbackContext = createContext<Feedback | null>(null);

export function useFeedback(): Feedback {
  const feedback = use(FeedbackContext);
  if (!feedback) throw new Error('useFeedback is for components inside a page');
  return feedback;
}

/** Holds the live regions, which must be in the document, empty, before the first announcement. */
export function FeedbackProvider({ children }: { readonly children: ReactNode }) {
  const t = useWords();
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [toasts, setToasts] = useState<readonly Toast[]>([]);

  const announce = useCallback((message: string, urgency: 'polite' | 'assertive' = 'polite') => {
    const set = urgency === 'polite' ? setPolite : setAssertive;
    // The same sentence twice is only read again when the region was empty in between.
    set('');
    requestAnimationFrame(() => set(message));
  }, []);

  const toast = useCallback((message: string, kind: Toast['kind'] = 'info') => {
    setToasts((shown) => [...shown, { id: (shown.at(-1)?.id ?? 0) + 1, message, kind }]);
  }, []);
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), []);

  useEffect(() => {
    const offline = (): void => toast(t('form.offline'), 'error');
    const online = (): void => toast(t('form.online'), 'success');
    addEventListener('offline', offline);
    addEventListener('online', online);
    return () => {
      removeEventListener('offline', offline);
      removeEventListener('online', online);
    };
  }, [t, toast]);

  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setBusy(null);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const feedback = useMemo(() => ({ announce, toast, setBusy }), [announce, toast]);
  return (
    <FeedbackContext value={feedback}>
      {children}
      <div className="visually-hidden" role="status">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
      <Toasts toasts={toasts} dismiss={dismiss} dismissLabel={t('form.close')} />
      <BusyOverlay label={busy} />
    </FeedbackContext>
  );
}
