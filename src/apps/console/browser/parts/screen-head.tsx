import { type ReactNode, useEffect } from 'react';
import css from './screen-head.module.css';

interface ScreenHeadProps {
  readonly title: string;
  /** Beside the title: a state word, an amount. */
  readonly beside?: ReactNode;
  /** At the end: the page's one primary action, and others. */
  readonly actions?: ReactNode;
  /** Below: filters, tabs. */
  readonly children?: ReactNode;
}

/** The head of a screen; also names the browser's tab. */
export function ScreenHead({ title, beside, actions, children }: ScreenHeadProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        <h1 className={css['title']}>{title}</h1>
        {beside !== undefined && <div className={css['beside']}>{beside}</div>}
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}
