/** Longest first line of a commit. */
export const longestSubject = 72;

const shape = /^[a-z0-9][a-z0-9-]*: \S.*$/;

/** First lines of commits that are not `area: what`, or too long. Merge commits are left out. */
export function commitSubjectProblems(subjects: readonly string[]): string[] {
  return subjects
    .filter((subject) => !subject.startsWith('Merge ') && !subject.startsWith('Revert "'))
    .flatMap((subject) => {
      if (!shape.test(subject)) return [`“${subject}”: a commit begins with its area, as in “payments: …”`];
      return subject.length > longestSubject
        ? [`“${subject}” has ${subject.length} characters (limit ${longestSubject})`]
        : [];
    });
}
