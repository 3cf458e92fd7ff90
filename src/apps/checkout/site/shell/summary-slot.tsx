import { renderToStaticMarkup } from 'react-dom/server';
import { CollapsedSummary, ExpandedSummary, type SummaryLabels, type SummaryView } from '#src/ui/summary/summary.tsx';

/** The order summary twice: collapsed for narrow screens, open for wide ones. */
export function renderSummary(
  view: SummaryView,
  labels: SummaryLabels,
): { readonly narrow: string; readonly wide: string } {
  return {
    narrow: renderToStaticMarkup(<CollapsedSummary view={view} labels={labels} />),
    wide: renderToStaticMarkup(<ExpandedSummary view={view} labels={labels} />),
  };
}
