import type { Browser } from '@playwright/test';
import { expect as soon } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCardAuthentication } from '#src/rails/card/card-authentication.ts';
import { deep } from '#tests/support/depth.ts';
import { openCard, type OpenOptions, typeCard } from '#tests/support/browser/card-fields-page.ts';
import { type CardFieldsWorld, createCardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

/** EMV 3-D Secure 2, 3DS Method: a bank looks at the buyer's browser in a frame that nobody sees, and may not answer. */

let sandboxWorld: CardFieldsWorld;
let browser: Browser;
beforeAll(async () => {
  [sandboxWorld, browser] = await Promise.all([createCardFieldsWorld(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await sandboxWorld.close();
});

/** Types a card and seals it; what the page was handed for the bank, and what was posted to the bank meanwhile. */
async function seal(numbers: readonly [string, ...string[]], options: OpenOptions = {}) {
  const before = sandboxWorld.looks.length;
  const { context, page, frame, complaints } = await openCard(browser, sandboxWorld, options);
  try {
    const [number, ...corrections] = numbers;
    await typeCard(frame, { number });
    for (const other of corrections) await frame.locator('#cc-number').fill(other);
    const sealed = await page.evaluate(() => window.cardFrame.tokenize());
    if (!sealed.ok) throw new Error(sealed.error);
    const posted = sandboxWorld.looks.slice(before).map((data) => Buffer.from(data, 'base64url').toString());
    // The hidden frame goes when it is over.
    await soon(frame.locator('iframe')).toHaveCount(0);
    return { authentication: readCardAuthentication(sealed.value.authentication), posted, complaints };
  } finally {
    await context.close();
  }
}

test('the 3DS Method page gets the transaction only, and its end goes with the card', async () => {
  const { authentication, posted, complaints } = await seal(['4000000000001000']);
  expect(authentication).toMatchObject({ completion: 'Y', colorDepth: 24 });
  expect(posted.map((data) => JSON.parse(data))).toEqual([
    {
      threeDSServerTransID: authentication?.transactionId,
      threeDSMethodNotificationURL: `${sandboxWorld.cardFields.origin}/look-end`,
    },
  ]);
  expect(complaints).toEqual([]);
});

test('a bank that never answers holds nothing up for longer than it may', async () => {
  const { authentication, complaints } = await seal(['4000000000002008'], { hasty: true });
  expect(authentication).toMatchObject({ completion: 'N', transactionId: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(complaints).toEqual([]);
});

test('a card whose bank has no 3DS Method says so, and nobody is asked', deep, async () => {
  const { authentication, posted } = await seal(['4111111111111111']);
  expect(authentication?.completion).toBe('U');
  expect(posted).toEqual([]);
});

test('a corrected number is looked at anew: the transaction is that of the card which pays', deep, async () => {
  const { authentication, posted } = await seal(['4000000000001000', '4000000000001018']);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toContain(authentication?.transactionId ?? 'none');
  expect(authentication?.completion).toBe('Y');
});
