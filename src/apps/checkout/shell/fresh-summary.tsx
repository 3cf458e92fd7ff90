import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FoldedSummary, OpenSummary, type SummaryView } from '#src/ui/summary/summary.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Ids of the places where the shell shows the summary. */
export const summaryPlaces = { narrow: 'summary-narrow', wide: 'summary-wide' } as const;

/**
 * A price that changed after the document was made, e.g. by a voucher: takes over the places of the shell's summary,
 * which is plain HTML outside the page's root.
 */
export function FreshSummary({ view }: { readonly view: SummaryView }) {
  const t = useWords();
  const [places] = useState(() => Object.values(summaryPlaces).map((id) => document.getElementById(id)));
  const [shellsOwn] = useState(() => places.flatMap((place) => [...(place?.children ?? [])]));
  useLayoutEffect(() => {
    for (const element of shellsOwn) element.remove();
  }, [shellsOwn]);
  const [narrow, wide] = places;
  const labels = { heading: t('summary.heading'), total: t('summary.total'), standard: t('summary.standard') };
  return (
    <>
      {narrow ? createPortal(<FoldedSummary view={view} labels={labels} />, narrow) : null}
      {wide ? createPortal(<OpenSummary view={view} labels={labels} />, wide) : null}
    </>
  );
}
