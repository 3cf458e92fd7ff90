import type { Browser } from '@playwright/test';
import type { Screenshot } from './list-screenshots.ts';
import { type CheckedScreenshot, checkScreenshot } from './check-screenshot.ts';
import { openResultsLog } from './results-log.ts';
import type { GalleryOptions } from './read-options.ts';
import { readServed } from './served-page.ts';

/** How a picture came to be looked at. */
export type CheckKind = 'whole' | 'colours' | 'none' | 'before';

export interface CheckResults extends CheckedScreenshot {
  readonly kind: CheckKind;
}

interface CheckRun {
  readonly checkout: string;
  readonly folder: string;
  readonly options: GalleryOptions;
  /** Stops it after the pages at hand. */
  readonly signal: AbortSignal;
}

/** Pages of the browser in use at the same time: one waits while the other paints. */
const hands = 2;

/** Looks at each picture, except where its very bytes were looked at before, in this run or an earlier one. */
export async function checkScreenshots(
  browser: Browser,
  pictures: readonly Screenshot[],
  { checkout, folder, options, signal }: CheckRun,
): Promise<readonly CheckResults[]> {
  const book = openResultsLog(folder, options.again);
  const { widths } = options;
  const looked: CheckResults[] = [];
  const rest = pictures.values();
  const look = async (): Promise<void> => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (const picture of rest) {
      if (signal.aborted) break;
      const served = await readServed(checkout, picture.href);
      const seen = book.seen(served, options);
      if (seen) {
        looked.push({ ...seen, picture, kind: 'before' });
        continue;
      }
      const sound = book.isSound(served, widths) ? 'colours' : 'whole';
      const audit = options.audits ? sound : 'none';
      const pictureFolder = options.takesPictures ? folder : null;
      const now = await checkScreenshot(page, picture, { checkout, widths, folder: pictureFolder, audit });
      if (options.audits) book.add(served, widths, now);
      looked.push({ ...now, kind: audit });
      for (const finding of now.findings) console.log(finding);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: hands }, look));
  return looked.toSorted((one, other) => one.picture.href.localeCompare(other.picture.href));
}
