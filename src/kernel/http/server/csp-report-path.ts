/** Where browsers tell what a policy of ours refused; every origin of ours that shows pages has it. */
export const cspReportsPath = '/policy-reports';

/**
 * The end of a page's policy: who hears of what it refused. Not `report-to`: a browser that knows it passes over `report-uri`,
 * tells a minute later, and over TLS without fault only; this one every browser knows, and tells at once.
 */
export const cspReportDirective = `report-uri ${cspReportsPath}`;
