import { useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import css from './toasts.module.css';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'info' | 'success' | 'error';
}

/** How long a toast stays, in milliseconds. */
export const toastLife = 5000;

/** Toasts of a page, for its `<Toasts>`. */
export interface ToastsHandle {
  /** A passing note. Never the only copy of an error that the buyer must act on. */
  readonly toast: (message: string, kind?: Toast['kind']) => void;
  readonly toasts: readonly Toast[];
  readonly dismiss: (id: number) => void;
}

export function useToasts(): ToastsHandle {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const serial = useRef(0);
  const toast = useCallback((message: string, kind: Toast['kind'] = 'info') => {
    serial.current += 1;
    const id = serial.current;
    setToasts((shown) => [...shown, { id, message, kind }]);
  }, []);
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), []);
  return { toast, toasts, dismiss };
}

interface ToastsProps {
  readonly handle: ToastsHandle;
  readonly dismissLabel: string;
}

/** The place where passing notes appear. The region is in the document from the start. */
export function Toasts({ handle: { toasts, dismiss }, dismissLabel }: ToastsProps) {
  const [isHeld, setIsHeld] = useState(false);
  return (
    <div
      role="status"
      className={css['region']}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} dismiss={dismiss} dismissLabel={dismissLabel} />
      ))}
    </div>
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  /** While the pointer or the focus rests on the region, the clock stands still. */
  readonly isHeld: boolean;
  readonly dismiss: (id: number) => void;
  readonly dismissLabel: string;
}

function ToastCard({ toast, isHeld, dismiss, dismissLabel }: ToastCardProps) {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), toastLife);
    return () => clearTimeout(timer);
  }, [toast.id, isHeld, dismiss]);
  return (
    <div className={`${css['toast']} ${css[toast.kind]}`}>
      <Icon name={toast.kind} />
      <p>{toast.message}</p>
      <button type="button" className={css['close']} aria-label={dismissLabel} onClick={() => dismiss(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
