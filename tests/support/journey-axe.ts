import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { loadedFrames } from './journey-watch.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds in a page and the frames in it, one line per rule; an empty list is what everybody wants.
 * It is put in from outside the page, which the content policy does not concern.
 */
export async function axe(page: Page): Promise<string[]> {
  for (const frame of loadedFrames(page)) {
    await frame.evaluate(source);
    await frame.evaluate('axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })');
  }
  const { violations }: AxeResults = await page.evaluate('axe.run(document, { resultTypes: ["violations"], preload: false })');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`);
}
