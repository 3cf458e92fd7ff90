import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import css from './notice.module.css';

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'error' | 'alert';
  readonly title?: string;
  readonly children?: ReactNode;
  /** Read out at once when it appears after the page was loaded. */
  readonly isLive?: boolean;
}

/** A message that stays in the page. */
export function Notice({ kind, title, children, isLive = false }: NoticeProps) {
  return (
    <div className={`${css['notice']} ${css[kind]}`} role={isLive ? 'alert' : undefined}>
      <Icon name={kind} />
      <div>
        {title ? <p className={css['title']}>{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
