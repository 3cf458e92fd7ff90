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

/**
 * A button. While `isPending`, it keeps its width, its words and the focus, and takes no press. That is not the library's own
 * state: it has the button read aloud by a node that outlives it and then has no name.
 */
export function Button({ kind = 'secondary', keyHint, isPending = false, onPress, children, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...(isPending || onPress === undefined ? {} : { onPress })}
      className={css['button'] ?? ''}
      data-kind={kind}
      data-pending={isPending || undefined}
    >
      {children}
      {keyHint !== undefined && <kbd className={css['key']}>{keyHint}</kbd>}
    </AriaButton>
  );
}
