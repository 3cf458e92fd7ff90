import type { ReactNode } from 'react';
import { NoBreakWords } from './no-break-words.tsx';
import css from './page-title.module.css';

interface PageTitleProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Something above the title: how far the buyer is. */
  readonly above?: ReactNode;
}

/** The head of a page: its one `<h1>`, a sentence, and what stands above them. */
export function PageTitle({ title, text, above }: PageTitleProps) {
  return (
    <div className={css['head']}>
      {above}
      <h1>
        <NoBreakWords text={title} />
      </h1>
      {text ? <p className={css['text']}>{text}</p> : null}
    </div>
  );
}
