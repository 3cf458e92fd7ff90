import { expect, test } from 'vitest';
import { commitSubjectProblems, longestSubject } from './commit-subjects.ts';

test.each(['payments: pay in six stages', 'card-fields: no frame', 'Merge branch ‘a’', 'Revert "payments: a"'])(
  'commit subjects: %s is fine',
  (subject) => expect(commitSubjectProblems([subject])).toEqual([]),
);

test.each([
  'Fix things',
  'wip',
  'tools, tests: folder width',
  'payments:',
  'Payments: pay',
  `payments: ${'x'.repeat(longestSubject)}`,
])('commit subjects: %s is not', (subject) => expect(commitSubjectProblems([subject])).toHaveLength(1));
