/** How many tests passed and how many did not. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts Vitest's JSON report. A file that could not even be loaded counts as one failure; no test at all as well. */
export function countResults(json: string): TestCount {
  const report = JSON.parse(json) as Report;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && report.numPassedTests === 0 ? 1 : failed };
}
