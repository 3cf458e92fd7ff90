import type { Browser } from '@playwright/test';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { cardFrameOf, openCard, typeCard } from '#tests/support/browser/card-fields-page.ts';
import { createCardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import type { CardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

let sandboxWorld: CardFieldsWorld;
let browser: Browser;
beforeAll(async () => {
  [sandboxWorld, browser] = await Promise.all([createCardFieldsWorld(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await sandboxWorld.close();
});

test.each([
  ['its own name', {}],
  ['the checkout’s name', { parent: 'checkout' }],
])('a stranger’s page that frames the fields under %s gets nothing', async (_, query) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const parent: Record<string, string> = 'parent' in query ? { parent: sandboxWorld.checkout } : {};
  await page.goto(`${sandboxWorld.stranger}/?${new URLSearchParams({ ...parent, ready: '700' })}`);
  await page.waitForFunction(() => window.cardFrame.status === 'unavailable');
  expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'unavailable' });
  expect(await page.evaluate(() => window.received.messages)).toEqual([]);
  await context.close();
});

test('a message without the frame’s nonce, from another window or of another shape is ignored', async () => {
  const { context, page, frame } = await openCard(browser, sandboxWorld);
  await typeCard(frame);
  const answered = await page.evaluate(async (origin) => {
    const target = document.querySelector('iframe')?.contentWindow;
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    // On a busy machine the frame still tells of the last digit that was typed.
    let before = -1;
    while (before !== window.received.messages.length) {
      before = window.received.messages.length;
      await pause(500);
    }
    const question = { protocol: 'card-fields/1', type: 'tokenize', requestId: 'x', renewKeys: false };
    const post = (message: unknown) => target?.postMessage(message, origin);
    post({ ...question, nonce: 'a'.repeat(32) });
    post(question);
    post({ ...question, nonce: 'a'.repeat(32), number: '1' });
    post('tokenize');
    // Another window of the checkout's own origin is not the parent either.
    const sibling = document.createElement('iframe');
    document.body.append(sibling);
    const script = sibling.contentDocument?.createElement('script');
    if (script) {
      script.textContent = `parent.frames[0].postMessage(${JSON.stringify({ protocol: 'card-fields/1', type: 'hello', nonce: 'b'.repeat(32) })}, ${JSON.stringify(origin)})`;
      sibling.contentDocument?.body.append(script);
    }
    await pause(400);
    return window.received.messages.length - before;
  }, sandboxWorld.cardFields.origin);
  expect(answered).toBe(0);
  expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({ ok: true });
  await context.close();
});

test('the page takes no token from a window that is not its frame', async () => {
  const { context, page, frame } = await openCard(browser, sandboxWorld);
  await typeCard(frame);
  const answer = await page.evaluate(async () => {
    const pending = window.cardFrame.tokenize();
    const nonce = window.received.messages.map((message) => (message as { nonce?: string }).nonce).find(Boolean);
    for (let id = 0; id < 5; id += 1) {
      const forged = {
        protocol: 'card-fields/1',
        type: 'token',
        nonce,
        requestId: String(id),
        token: 'a.b.c.d.e',
        brand: 'visa',
        last4: '6666',
        expiry: '01/30',
      };
      window.postMessage(forged, '*');
    }
    return pending;
  });
  expect(answer).toMatchObject({ ok: true, value: { last4: '1111' } });
  await context.close();
});

test('the card fields set no cookie, store no digit, and have no name to be posted by', async () => {
  const { context, page, frame, complaints } = await openCard(browser, sandboxWorld);
  await context.addCookies([{ name: 'session', value: 'secret', url: sandboxWorld.checkout }]);
  await typeCard(frame);
  expect(await frame.evaluate(() => [...new FormData(document.forms[0]).keys()])).toEqual([]);
  expect(await frame.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  const names = (await context.cookies(sandboxWorld.cardFields.origin)).map((cookie) => cookie.name);
  expect(names.filter((name) => name !== 'session')).toEqual([]);
  await page.reload();
  await page.waitForFunction(() => window.cardFrame.status === 'ready');
  const kept = await cardFrameOf(page, sandboxWorld).evaluate(() =>
    [...document.querySelectorAll('input')].map((input) => input.value),
  );
  expect(kept).toEqual(['', '', '', '']);
  await typeCard(cardFrameOf(page, sandboxWorld));
  await page.goto('about:blank');
  await page.goBack();
  await page.waitForFunction(() => window.cardFrame.status === 'ready');
  expect(await cardFrameOf(page, sandboxWorld).evaluate(() => document.querySelector('input')?.value)).toBe('');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a new key of the acquirer is fetched when the page says that the old one is unknown', deep, async () => {
  const { context, page, frame } = await openCard(browser, sandboxWorld);
  await typeCard(frame);
  await page.evaluate(() => window.cardFrame.tokenize());
  await sandboxWorld.changeKey();
  const fresh = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    return window.cardFrame.tokenize({ renewKeys: true });
  });
  const { plaintext } = await compactDecrypt(fresh.ok ? fresh.value.token : '', sandboxWorld.privateKey());
  expect(new TextDecoder().decode(plaintext)).toContain('4111111111111111');
  await context.close();
});

test('a missing key is reported at once, and a released frame serves the next controller', deep, async () => {
  const { context, page, frame } = await openCard(browser, sandboxWorld);
  await typeCard(frame);
  await page.route('**/keys*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await page.waitForFunction(() => window.cardFrame.status === 'ready');
  await typeCard(cardFrameOf(page, sandboxWorld));
  expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'unavailable' });
  await page.unroute('**/keys*');
  expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({ ok: true });
  const pending = await page.evaluate(async () => {
    const late = window.cardFrame.tokenize();
    window.cardFrame.destroy();
    return [(await late).ok, await window.cardFrame.tokenize()];
  });
  expect(pending).toEqual([false, { ok: false, error: 'unavailable' }]);
  await page.waitForFunction(() => (window.received.messages.at(-1) as { type?: string }).type === 'awake');
  await context.close();
});
