import { useEffect, useState } from 'react';
import css from './busy-overlay.module.css';

const delay = 200;

interface BusyOverlayProps {
  readonly label: string | null;
  /** Shown at once, for pictures of it. */
  readonly isLate?: boolean;
}

/**
 * The full-screen loading overlay: a spinner on a translucent primary-colour backdrop. It waits 200 ms, so that a quick
 * answer never flashes; the region itself is always in the document, so that screen readers announce it.
 */
export function BusyOverlay({ label, isLate: startsLate = false }: BusyOverlayProps) {
  const [isLate, setIsLate] = useState(startsLate);
  useEffect(() => {
    if (label === null) return undefined;
    const timer = setTimeout(() => setIsLate(true), delay);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [label]);
  const isShown = label !== null && isLate;
  return (
    <div role="status" className={isShown ? css['overlay'] : undefined}>
      {isShown && (
        <>
          <span className={css['spinner']} aria-hidden="true" />
          <span className={css['label']}>{label}</span>
        </>
      )}
    </div>
  );
}
