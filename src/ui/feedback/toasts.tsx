import { useEffect, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import css from './toasts.module.css';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'info' | 'success' | 'error';
}

/** How long a toast stays, in milliseconds (specification, section 9). */
export const toastDurationMs = 5000;

interface ToastsProps {
  readonly toasts: readonly Toast[];
  readonly dismiss: (id: number) => void;
  readonly dismissLabel: string;
}

/**
 * The region for toasts; it is in the document from the start, so that screen readers announce them. While the pointer
 * or the focus is on one of them, no timer runs.
 */
export function Toasts({ toasts, dismiss, dismissLabel }: ToastsProps) {
  const [isHeld, setIsHeld] = useState(false);
  return (
    <div role="status" className={css['region']}>
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isHeld={isHeld}
          hold={setIsHeld}
          dismiss={dismiss}
          dismissLabel={dismissLabel}
        />
      ))}
    </div>
  );
}

interface ToastCardProps extends Omit<ToastsProps, 'toasts'> {
  readonly toast: Toast;
  readonly isHeld: boolean;
  readonly hold: (isHeld: boolean) => void;
}

function ToastCard({ toast: { id, message, kind }, isHeld, hold, dismiss, dismissLabel }: ToastCardProps) {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(id), toastDurationMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, dismiss]);
  // A toast removed under the pointer or with the focus sends no leave event.
  useEffect(() => () => hold(false), [hold]);
  const release = (): void => hold(false);
  const keep = (): void => hold(true);
  return (
    <div className={css['toast']} onPointerOver={keep} onPointerOut={release} onFocus={keep} onBlur={release}>
      <Icon name={kind} />
      <p>{message}</p>
      <button type="button" aria-label={dismissLabel} onClick={() => dismiss(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
