import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { CheckedScreenshot } from './check-screenshot.ts';
import type { GalleryOptions } from './read-options.ts';
import type { ServedPage } from './served-page.ts';

interface Entry extends CheckedScreenshot {
  readonly served: ServedPage;
  readonly widths: readonly number[];
}

/** What was looked at, kept as one line each in `looked.jsonl`, so that a run goes on where another stopped. */
export interface ResultsLog {
  /** What was found in a page of just these bytes, at these widths at least, with screenshots where they are wanted. */
  seen: (served: ServedPage, wanted: Pick<GalleryOptions, 'widths' | 'takesPictures'>) => CheckedScreenshot | null;
  /** Whether all that does not depend on colours was looked at in this document, and nothing found. */
  isSound: (served: ServedPage, widths: readonly number[]) => boolean;
  add: (served: ServedPage, widths: readonly number[], looked: CheckedScreenshot) => void;
}

/** Opens the book of a folder; `again`: an empty one. */
export function openResultsLog(folder: string, again: boolean): ResultsLog {
  const file = path.join(folder, 'looked.jsonl');
  if (again) rmSync(file, { force: true });
  const byBytes = new Map<string, Entry>();
  const sound = new Map<string, Entry>();
  const note = (entry: Entry): void => {
    byBytes.set(entry.served.whole, entry);
    if (entry.findings.length === 0) sound.set(entry.served.document, entry);
  };
  for (const entry of entriesIn(file)) note(entry);
  const has = (entry: Entry | undefined, widths: readonly number[]): entry is Entry =>
    entry !== undefined && widths.every((width) => entry.widths.includes(width));
  return {
    seen: ({ whole }, { widths, takesPictures }) => {
      const entry = byBytes.get(whole);
      return has(entry, widths) && (!takesPictures || entry.files.length > 0) ? entry : null;
    },
    isSound: ({ document }, widths) => has(sound.get(document), widths.slice(0, 1)),
    add: (served, widths, looked) => {
      const entry = { ...looked, served, widths };
      note(entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

/** The last line may be cut off where a run was killed. */
function entriesIn(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry);
}
