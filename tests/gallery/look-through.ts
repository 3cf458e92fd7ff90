import type { Browser } from '@playwright/test';
import type { Picture } from './list-pictures.ts';
import { type Looked, lookAt } from './look-at-picture.ts';
import { openLookBook } from './look-book.ts';
import type { Wish } from './read-wish.ts';
import { readServed } from './served-page.ts';

/** How a picture came to be looked at. */
export type LookKind = 'whole' | 'colours' | 'none' | 'before';

export interface LookedThrough extends Looked {
  readonly kind: LookKind;
}

interface LookingThrough {
  readonly checkout: string;
  readonly folder: string;
  readonly wish: Wish;
  /** Stops it after the pages at hand. */
  readonly signal: AbortSignal;
}

/** Pages of the browser in use at the same time: one waits while the other paints. */
const hands = 2;

/** Looks at each picture, except where its very bytes were looked at before, in this run or an earlier one. */
export async function lookThrough(
  browser: Browser,
  pictures: readonly Picture[],
  { checkout, folder, wish, signal }: LookingThrough,
): Promise<readonly LookedThrough[]> {
  const book = openLookBook(folder, wish.again);
  const { widths } = wish;
  const looked: LookedThrough[] = [];
  const rest = pictures.values();
  const look = async (): Promise<void> => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (const picture of rest) {
      if (signal.aborted) break;
      const served = await readServed(checkout, picture.href);
      const seen = book.seen(served, wish);
      if (seen) {
        looked.push({ ...seen, picture, kind: 'before' });
        continue;
      }
      const sound = book.isSound(served, widths) ? 'colours' : 'whole';
      const audit = wish.audits ? sound : 'none';
      const pictureFolder = wish.takesPictures ? folder : null;
      const now = await lookAt(page, picture, { checkout, widths, folder: pictureFolder, audit });
      if (wish.audits) book.add(served, widths, now);
      looked.push({ ...now, kind: audit });
      for (const finding of now.findings) console.log(finding);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: hands }, look));
  return looked.toSorted((one, other) => one.picture.href.localeCompare(other.picture.href));
}
