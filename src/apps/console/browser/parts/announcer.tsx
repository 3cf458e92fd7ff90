import { useEffect, useSyncExternalStore } from 'react';
import { dismiss, lastAnnouncement, subscribeToAnnouncements } from './announce.ts';
import css from './announcer.module.css';

const shownMs = 5_000;

/** The console's one live region. Once, in the frame. */
export function Announcer() {
  const message = useSyncExternalStore(subscribeToAnnouncements, lastAnnouncement);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => dismiss(message.id), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div role="status" aria-live="polite" className={css['region']}>
      {message && (
        <p key={message.id} className={css['message']} data-tone={message.tone}>
          {message.text}
        </p>
      )}
    </div>
  );
}
