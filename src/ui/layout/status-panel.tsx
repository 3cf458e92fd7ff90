import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { NoBreakWords } from './no-break-words.tsx';
import css from './status-panel.module.css';

interface StatusPanelProps {
  readonly kind: 'success' | 'info' | 'alert' | 'error' | 'clock';
  readonly title: string;
  readonly children: ReactNode;
  /** No drawing above the title. */
  readonly isPlain?: boolean;
}

/** A page that shows a state: a drawing, a title, some sentences and the next action, on one sheet. */
export function StatusPanel({ kind, title, children, isPlain = false }: StatusPanelProps) {
  return (
    <section className={css['panel']}>
      {isPlain ? null : (
        <span className={`${css['mark']} ${css[kind]}`}>
          <Icon name={kind} />
        </span>
      )}
      <h1>
        <NoBreakWords text={title} />
      </h1>
      {children}
    </section>
  );
}
