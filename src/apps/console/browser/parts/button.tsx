import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import type { ReactNode } from 'react';
import css from './button.module.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** `primary`: the one action of a page; `danger`: it takes money or access away; `plain`: only text. */
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'plain';
  /** The key that does the same, shown beside the words. */
  readonly keyHint?: string | undefined;
  readonly children: ReactNode;
}

/** A button. While `isPending`, it keeps its width and its words, and takes no press. */
export function Button({ kind = 'secondary', keyHint, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={css['button'] ?? ''} data-kind={kind}>
      {children}
      {keyHint !== undefined && <kbd className={css['key']}>{keyHint}</kbd>}
    </AriaButton>
  );
}
