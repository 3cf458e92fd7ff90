/**
 * `npm run gallery`: starts the product on free ports, takes screenshots of the gallery's pages, lets axe-core look at
 * each, writes them with an `index.html` into `gallery/`, and closes with one line:
 *
 *     312 pages, 0 findings
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchChromium } from '#tests/support/chromium.ts';
import { removeProduct, productIn } from '#tests/support/product.server.ts';
import { listPictures } from './list-pictures.ts';
import { type Looked, lookAt } from './look-at-picture.ts';
import { readWish, usage, type Wish } from './read-wish.ts';
import { writeIndex } from './write-index.ts';

async function gallery(wish: Wish): Promise<readonly Looked[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'matricula-gallery-'));
  const folder = path.resolve(wish.folder);
  mkdirSync(folder, { recursive: true });
  try {
    const { checkout } = await productIn(home);
    const pictures = await listPictures(checkout, wish);
    console.log(`${pictures.length} pages at ${wish.widths.join(', ')} px`);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      const looked: Looked[] = [];
      for (const picture of pictures) {
        const seen = await lookAt(page, picture, { checkout, widths: wish.widths, folder });
        looked.push(seen);
        for (const finding of seen.findings) console.log(finding);
      }
      writeIndex(folder, looked);
      return looked;
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
  const looked = await gallery(readWish(process.argv.slice(2)));
  const findings = looked.reduce((sum, one) => sum + one.findings.length, 0);
  console.log(`${looked.length} pages, ${findings} findings`);
  process.exitCode = findings > 0 || looked.length === 0 ? 1 : 0;
}
