import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';

type Click = Locator['click'];

/**
 * Playwright scrolls to what it presses and presses in the same moment. A browser knows where a foreign frame is from the
 * last picture that it drew: until the next one it gives a press to the frame that was at that place before, and the press
 * is lost. Nobody's finger is so fast. So on a page with frames each press scrolls first, and waits until the page was drawn.
 */
export function clickWhenPainted(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as { click: Click };
  if (patched.has(locators)) return;
  patched.add(locators);
  const click = locators.click;
  locators.click = async function press(this: Locator, options?: Parameters<Click>[0]): Promise<void> {
    if (this.page().frames().length > 1) {
      await this.scrollIntoViewIfNeeded(options?.timeout === undefined ? {} : { timeout: options.timeout });
      await drawn(this.page());
    }
    await click.call(this, options);
  };
}

const patched = new WeakSet<object>();

/**
 * Waits until what is in view has been drawn: by the page, and by the browser that puts its frames together. Playwright calls
 * stable what keeps its place from one picture to the next, and sees it also where scripts are off or a test holds the clock;
 * pictures that the page itself asks for never come there.
 */
async function drawn(page: Page): Promise<void> {
  // A page that is being left is drawn no more.
  const root = await page.$('html').catch(() => null);
  await root?.waitForElementState('stable', { timeout: 1000 }).catch(() => undefined);
  await pause(30);
}
