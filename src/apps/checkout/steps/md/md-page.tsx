import { ButtonLink } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import css from './md.module.css';

export interface MdData {
  /** Made and cleaned by `render-markdown.server.ts`, and by nobody else. */
  readonly html: string;
  /** Null where the flow ends with this page. */
  readonly next: string | null;
}

/** The brand's own words. This page has no behaviour, so its HTML is never set by a script. */
export function MdPage({ data }: ViewProps<MdData>) {
  const t = useWords();
  return (
    <div className="stack">
      <StepCounter />
      <article className={css['text']} dangerouslySetInnerHTML={{ __html: data.html }} />
      {data.next ? <ButtonLink href={data.next}>{t('md.submit')}</ButtonLink> : null}
    </div>
  );
}
