import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckResults } from './check-screenshots.ts';

/** What a run of the gallery came to, as `summary.json` has it. */
export interface Summary {
  readonly pages: number;
  /** Opened, every rule of axe-core. */
  readonly whole: number;
  /** Opened, rules about colours only: the same document was sound in the other mode. */
  readonly colours: number;
  /** Opened for its screenshot, without axe-core. */
  readonly unaudited: number;
  /** Not opened: what is served is, byte for byte, what was looked at before. */
  readonly before: number;
  /** Wall time of a page that was opened. */
  readonly msPerPage: number;
  readonly byBrand: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

export function summaryOf(looked: readonly CheckResults[], ms: number): Summary {
  const count = (kind: CheckResults['kind']): number => looked.filter((one) => one.kind === kind).length;
  const byBrand: Record<string, number> = {};
  for (const { picture } of looked) byBrand[picture.brand] = (byBrand[picture.brand] ?? 0) + 1;
  const before = count('before');
  return {
    pages: looked.length,
    whole: count('whole'),
    colours: count('colours'),
    unaudited: count('none'),
    before,
    msPerPage: Math.round(ms / Math.max(1, looked.length - before)),
    byBrand,
    findings: looked.flatMap(({ findings }) => findings),
  };
}

export function writeSummary(folder: string, summary: Summary): void {
  writeFileSync(path.join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
}
