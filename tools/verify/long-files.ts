/** Hard limit of lines per file. */
export const lineLimit = 250;

/** The files that may be longer, each with its reason. `atMost` may only go down. */
export interface LongFileList {
  readonly atMost: number;
  readonly files: Readonly<Record<string, string>>;
}

/** Files over the limit that are not on the list, and lines of the list that have become unnecessary. */
export function longFileProblems(lineCounts: ReadonlyMap<string, number>, list: LongFileList): string[] {
  const tooLong = [...lineCounts]
    .filter(([file, lines]) => lines > lineLimit && list.files[file] === undefined)
    .map(([file, lines]) => `${file} has ${lines} lines (limit ${lineLimit}): split it by subject`);
  const needless = Object.keys(list.files)
    .filter((file) => (lineCounts.get(file) ?? 0) <= lineLimit)
    .map((file) => `${file} is within the limit now: take it off tests/architecture/long-files.json and lower atMost`);
  const reasonless = Object.entries(list.files)
    .filter(([, reason]) => reason.trim().length < 20)
    .map(([file]) => `${file} is on the list of long files without a reason`);
  const length = Object.keys(list.files).length;
  const wrongCount =
    length === list.atMost
      ? []
      : [`the list of long files holds ${length} and says atMost ${list.atMost}; it may only shrink`];
  return [...tooLong, ...needless, ...reasonless, ...wrongCount];
}
