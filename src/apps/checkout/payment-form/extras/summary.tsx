import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CollapsedSummary, ExpandedSummary, type SummaryView } from '#src/ui/summary/summary.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Ids of the shell's elements that show the summary. */
export const summarySlots = { narrow: 'summary-narrow', wide: 'summary-wide' } as const;

/**
 * A price that changed after the document was rendered, e.g. by a voucher: replaces the shell's summary, which is plain
 * HTML outside the page's root.
 */
function LiveSummary({ view }: { readonly view: SummaryView }) {
  const t = useWords();
  const [slotElements] = useState(() => Object.values(summarySlots).map((id) => document.getElementById(id)));
  const [serverRendered] = useState(() => slotElements.flatMap((slotElement) => [...(slotElement?.children ?? [])]));
  useLayoutEffect(() => {
    for (const element of serverRendered) element.remove();
  }, [serverRendered]);
  const [narrow, wide] = slotElements;
  const labels = { heading: t('summary.heading'), total: t('summary.total'), standard: t('summary.standard') };
  return (
    <>
      {narrow ? createPortal(<CollapsedSummary view={view} labels={labels} />, narrow) : null}
      {wide ? createPortal(<ExpandedSummary view={view} labels={labels} />, wide) : null}
    </>
  );
}

/** The price of a later answer: most pages never have one. */
export const paymentExtra = LiveSummary;
