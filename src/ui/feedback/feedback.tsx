import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { BusyOverlay } from './busy-overlay.tsx';

/** Ways for a page to say something that is not part of its text. */
export interface Feedback {
  /** Reads a sentence out to people who use a screen reader. `assertive` interrupts; for errors only. */
  readonly announce: (message: string, urgency?: 'polite' | 'assertive') => void;
  /** Covers the page while something is on its way; with null, uncovers it. */
  readonly setBusy: (label: string | null) => void;
}

const FeedbackContext = createContext<Feedback | null>(null);

export function useFeedback(): Feedback {
  const feedback = use(FeedbackContext);
  if (!feedback) throw new Error('useFeedback is for components inside a page');
  return feedback;
}

/** Holds the live regions, which must be in the document, empty, before anything is said in them. */
export function FeedbackProvider({ children }: { readonly children: ReactNode }) {
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const [busy, setBusy] = useState<string | null>(null);

  const announce = useCallback((message: string, urgency: 'polite' | 'assertive' = 'polite') => {
    const set = urgency === 'polite' ? setPolite : setAssertive;
    // The same sentence twice is only read again when the region was empty in between.
    set('');
    requestAnimationFrame(() => set(message));
  }, []);

  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setBusy(null);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const feedback = useMemo(() => ({ announce, setBusy }), [announce]);
  return (
    <FeedbackContext value={feedback}>
      {children}
      <div className="visually-hidden" role="status">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
      <BusyOverlay label={busy} />
    </FeedbackContext>
  );
}
