import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './beside.module.css';

interface SplitProps {
  readonly children: ReactNode;
  /** What is open beside the list; on a narrow window it stands below. */
  readonly beside: ReactNode;
  readonly width: 'narrow' | 'wide';
}

/** A list, and beside it what is open of it. */
export function Split({ children, beside, width }: SplitProps) {
  return (
    <div className={css['split']} data-beside={beside ? width : undefined}>
      <div>{children}</div>
      {beside}
    </div>
  );
}

interface BesideProps {
  readonly label: string;
  /** Holds a `BesideTitle`. */
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** Leads away from here, before the link that closes it. */
  readonly links: ReactNode;
  readonly closeHref: string;
}

/** One row of a list, with more than the list says. */
export function Beside({ label, head, children, links, closeHref }: BesideProps) {
  const t = useWords();
  return (
    <aside className={css['beside']} aria-label={label}>
      {head}
      {children}
      <p className={css['links']}>
        {links}
        <Link to={closeHref} preventScrollReset>
          {t('parts.close')}
        </Link>
      </p>
    </aside>
  );
}

export function BesideTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className={css['title']}>{children}</h2>;
}
