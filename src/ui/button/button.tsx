import type { ReactNode } from 'react';
import css from './button.module.css';

/** `link`: a secondary action, as quiet as the text around it. */
type Look = 'primary' | 'secondary' | 'quiet' | 'link';

interface ButtonProps {
  readonly children: ReactNode;
  readonly look?: Look;
  readonly type?: 'submit' | 'button';
  readonly name?: string;
  readonly value?: string;
  /** A request is running: the button stays in the tab order and ignores presses (the form's hook handles that). */
  readonly isBusy?: boolean;
  readonly onClick?: () => void;
  readonly form?: string;
  /** Also leave out the browser's own validation; for "go back" and the like. */
  readonly formNoValidate?: boolean;
}

/** A button with a text for its action. Never `disabled`: it explains instead. */
export function Button({ look = 'primary', type = 'submit', isBusy = false, children, ...button }: ButtonProps) {
  return (
    <button {...button} type={type} className={`${css['button']} ${css[look]}`} aria-disabled={isBusy || undefined}>
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly look?: Look;
  readonly rel?: string;
  readonly target?: '_blank';
  readonly download?: string | true;
}

/** A link that looks like a button, where going somewhere is the main thing to do. */
export function ButtonLink({ look = 'primary', children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={`${css['button']} ${css[look]}`}>
      {children}
    </a>
  );
}
