import { useEffect, useState } from 'react';
import css from './busy-overlay.module.css';

const delay = 200;

/**
 * The full-screen sign that something is on its way: a spinner on a translucent primary-colour backdrop. It waits
 * 200 ms, so that a quick answer never flashes; the region itself is always there, so that it is read out.
 */
export function BusyOverlay({ label }: { readonly label: string | null }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (label === null) return undefined;
    const timer = setTimeout(() => setIsLate(true), delay);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [label]);
  return <BusySign label={isLate ? label : null} />;
}

/** The sign itself, shown at once; with null, the region that waits for it. */
export function BusySign({ label }: { readonly label: string | null }) {
  return (
    <div role="status" className={label === null ? undefined : css['overlay']}>
      {label !== null && (
        <>
          <span className={css['spinner']} aria-hidden="true" />
          <span className={css['label']}>{label}</span>
        </>
      )}
    </div>
  );
}
