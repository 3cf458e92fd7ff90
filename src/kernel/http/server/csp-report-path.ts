/** Path for browsers' CSP reports, on every origin of ours with pages. */
export const cspReportsPath = '/policy-reports';

/**
 * The report directive of a page's policy. Not `report-to`: a browser that supports it ignores `report-uri`, reports a
 * minute later, and only over TLS without errors; `report-uri` works in every browser, at once.
 */
export const cspReportDirective = `report-uri ${cspReportsPath}`;
