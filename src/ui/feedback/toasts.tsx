import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import css from './toasts.module.css';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'info' | 'success' | 'error';
}

/** How long a toast stays, in milliseconds (specification, section 9). */
export const toastLife = 5000;

interface ToastsProps {
  readonly toasts: readonly Toast[];
  readonly dismiss: (id: number) => void;
  readonly dismissLabel: string;
}

/**
 * The place where passing notes appear; it is in the document from the start, so that they are read out. While the
 * pointer or the focus rests on it, no clock runs.
 */
export function Toasts({ toasts, dismiss, dismissLabel }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null);
  const isHeld = useIsHeld(region);
  return (
    <div role="status" ref={region} className={css['region']}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} dismiss={dismiss} dismissLabel={dismissLabel} />
      ))}
    </div>
  );
}

function useIsHeld(region: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const element = region.current;
    const hold = (): void => setIsHeld(true);
    const release = (): void => setIsHeld(false);
    for (const type of ['pointerover', 'focusin']) element?.addEventListener(type, hold);
    for (const type of ['pointerout', 'focusout']) element?.addEventListener(type, release);
    return () => {
      for (const type of ['pointerover', 'focusin']) element?.removeEventListener(type, hold);
      for (const type of ['pointerout', 'focusout']) element?.removeEventListener(type, release);
    };
  }, [region]);
  return isHeld;
}

interface ToastCardProps extends Omit<ToastsProps, 'toasts'> {
  readonly toast: Toast;
  readonly isHeld: boolean;
}

function ToastCard({ toast, isHeld, dismiss, dismissLabel }: ToastCardProps) {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), toastLife);
    return () => clearTimeout(timer);
  }, [toast.id, isHeld, dismiss]);
  return (
    <div className={css['toast']}>
      <Icon name={toast.kind} />
      <p>{toast.message}</p>
      <button type="button" aria-label={dismissLabel} onClick={() => dismiss(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
