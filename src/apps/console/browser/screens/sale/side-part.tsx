import type { ReactNode } from 'react';
import css from './side-part.module.css';

interface SidePartProps {
  readonly title: string;
  /** At the end of the heading: how many, or a button. */
  readonly aside?: ReactNode;
  /** What stands there while there is nothing; absent: the part is left out then. */
  readonly empty?: string;
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}

/** One part at the right of the sale page. */
export function SidePart({ title, aside, empty, isEmpty = false, children }: SidePartProps) {
  if (isEmpty && empty === undefined) return null;
  return (
    <section className={css['part']} aria-label={title}>
      <header className={css['head']}>
        <h2>{title}</h2>
        {aside !== undefined && <span className={css['aside']}>{aside}</span>}
      </header>
      {isEmpty ? <p className={css['empty']}>{empty}</p> : children}
    </section>
  );
}

interface RowProps {
  readonly what: ReactNode;
  readonly children?: ReactNode;
  /** A second line. */
  readonly more?: ReactNode;
}

/** A line of a part: what at the left, its value at the right. */
export function SideRow({ what, children, more }: RowProps) {
  return (
    <div className={css['row']}>
      <span className={css['what']}>{what}</span>
      <span className={css['value']}>{children}</span>
      {more !== undefined && <span className={css['more']}>{more}</span>}
    </div>
  );
}
