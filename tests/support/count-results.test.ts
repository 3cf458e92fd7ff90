import { expect, test } from 'vitest';
import { countResults } from './count-results.ts';

function report(
  passed: number,
  failed: number,
  files: readonly (readonly string[])[],
  statuses: readonly string[],
): string {
  return JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map((tests, index) => ({
      status: statuses[index],
      assertionResults: tests.map((status) => ({ status })),
    })),
  });
}

test.each([
  ['all passed', report(2, 0, [['passed', 'passed']], ['passed']), { passed: 2, failed: 0 }],
  ['one failed', report(1, 1, [['passed', 'failed']], ['failed']), { passed: 1, failed: 1 }],
  [
    'a file that could not be loaded',
    report(2, 0, [['passed', 'passed'], []], ['passed', 'failed']),
    { passed: 2, failed: 1 },
  ],
  [
    'a file whose set-up failed',
    report(2, 0, [['passed', 'passed'], ['skipped']], ['passed', 'failed']),
    { passed: 2, failed: 1 },
  ],
  ['no test at all', report(0, 0, [], []), { passed: 0, failed: 1 }],
])('%s', (_, json, expected) => {
  expect(countResults(json)).toEqual(expected);
});
