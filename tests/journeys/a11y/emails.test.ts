import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmailContent } from '#src/apps/worker/emails/email.types.ts';
import { renderText } from '#src/apps/worker/emails/render/render-text.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { htmlOf, sampleEmails, places } from '#tests/support/fixtures/sample-emails.ts';

/** Every kind of letter in every language, opened where people read mail: on a narrow screen, by eye and by ear. */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const width = 360;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme: 'light' });
});
afterAll(() => browser.close());

/** Landmarks are those of the page that a mail is shown in: a letter is an article there. */
const mailRules = { 'landmark-one-main': { enabled: false }, region: { enabled: false } };

async function axe(only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const rules = only.length > 0 ? { runOnly: [...only] } : { rules: mailRules };
  const options = { resultTypes: ['violations'], elementRef: false, ...rules };
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** What a voice meets, in its order: the document's language, headings with their rank, names of links, and every line. */
interface Heard {
  readonly lang: string;
  readonly ranks: readonly number[];
  readonly links: readonly { readonly name: string; readonly href: string }[];
  readonly lines: readonly string[];
  readonly unnamed: number;
  readonly overflow: number;
}

function deliver(): Heard {
  const links = [...document.querySelectorAll('a')].map((one) => ({ name: one.innerText.trim(), href: one.href }));
  return {
    lang: document.documentElement.lang,
    ranks: [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) => Number(tagName.slice(1))),
    links,
    lines: document.body.innerText.split(/[\n\t]+/),
    unnamed: document.querySelectorAll('img:not([alt]), input, button').length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe.each(byDepth(places.slice(0, 1), [...places]))('e-mails in $locale', long, (place) => {
  const emails: readonly (readonly [string, EmailContent])[] = Object.entries(sampleEmails(place));

  test('have no finding of axe, and say the same as HTML, to a screen reader and as plain text', async () => {
    const found: string[] = [];
    const complain = (kind: string, what: readonly string[]) => found.push(...what.map((one) => `${kind}: ${one}`));
    for (const [kind, email] of emails) {
      await page.setContent(htmlOf(email, place));
      complain(kind, await axe());
      const received = await page.evaluate(deliver);
      const text = flat(renderText(email, 'Escola'));
      expect(received).toMatchObject({ lang: place.locale, unnamed: 0, overflow: 0 });
      expect(received.ranks[0]).toBe(1);
      expect(new Set(received.ranks.slice(1))).toEqual(new Set([2]));
      // The same place has one name, and two places never the same.
      const names = new Map(received.links.map(({ name, href }) => [name, href]));
      complain(
        kind,
        received.links.filter(({ name, href }) => names.get(name) !== href).map(({ name }) => `two places: ${name}`),
      );
      complain(
        kind,
        received.links.filter(({ name }) => name.length < 4).map(({ name }) => `says nothing: ${name}`),
      );
      complain(
        kind,
        received.links.filter(({ href }) => !text.includes(href)).map(({ href }) => `only in the HTML: ${href}`),
      );
      complain(
        kind,
        received.lines
          .slice(1)
          .map(flat)
          .filter((line) => line !== '' && !line.split(' · ').every((one) => text.includes(one)))
          .map((line) => `only in the HTML: ${line}`),
      );
    }
    expect(found).toEqual([]);
  });

  test('can be read in a dark inbox', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const found: string[] = [];
    const shown = emails.filter(([kind]) => ['paid', 'instructions', 'withdrawn'].includes(kind));
    for (const [name, email] of shown) {
      await page.setContent(htmlOf(email, place));
      found.push(...(await axe(['color-contrast', 'link-in-text-block'])).map((one) => `${name}: ${one}`));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    expect(found).toEqual([]);
  });
});
