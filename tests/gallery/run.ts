/**
 * `npm run gallery`: starts the product on free ports, takes screenshots of the gallery's pages, lets axe-core look at
 * each, writes them with an `index.html` and a `summary.json` into `gallery/`, and closes with one line:
 *
 *     312 pages, 12 looked at before, 0 findings, 402 ms a page
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { removeProduct, productIn } from '#tests/support/processes/product.server.ts';
import { listScreenshots } from './list-screenshots.ts';
import { checkScreenshots } from './check-screenshots.ts';
import { readGalleryOptions, usage, type GalleryOptions } from './read-options.ts';
import { writeIndex } from './write-index.ts';
import { summaryOf, writeSummary, type Summary } from './write-summary.ts';

/** Ctrl-C ends the run after the pages at hand: what was looked at is kept, and nothing is left running. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

async function gallery(options: GalleryOptions): Promise<Summary> {
  const signal = stopSignal();
  const home = mkdtempSync(path.join(os.tmpdir(), 'matricula-gallery-'));
  const folder = path.resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  try {
    const { checkout } = await productIn(home);
    const pictures = await listScreenshots(checkout, options);
    console.log(`${pictures.length} pages at ${options.widths.join(', ')} px`);
    const browser = await launchChromium({ outlivesSignals: true });
    try {
      const begun = performance.now();
      const looked = await checkScreenshots(browser, pictures, { checkout, folder, options, signal });
      const summary = summaryOf(looked, performance.now() - begun);
      writeSummary(folder, summary);
      writeIndex(folder, looked);
      return summary;
    } finally {
      await browser.close();
    }
  } finally {
    await removeProduct(home);
  }
}

if (process.argv.includes('--help')) {
  console.log(usage);
} else {
  const { pages, before, findings, msPerPage } = await gallery(readGalleryOptions(process.argv.slice(2)));
  console.log(`${pages} pages, ${before} looked at before, ${findings.length} findings, ${msPerPage} ms a page`);
  process.exitCode = findings.length > 0 || pages === 0 ? 1 : 0;
}
