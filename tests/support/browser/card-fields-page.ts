import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import type { CardFieldsWorld } from './card-fields-world.ts';

/** A checkout page with the frame in it, and what the browser complained of. */
export interface OpenCard {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly frame: Frame;
  /** Violations of the content policy and errors on the console, in any frame. */
  readonly complaints: string[];
}

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly mode?: 'dark' | 'light';
  readonly theme?: string;
  readonly locale?: string;
  readonly ground?: 'selected' | 'card' | 'surface' | 'page';
  /** The frame that waits for no bank's look at the browser. */
  readonly hasty?: true;
  /** Lets a test's own tools into the page; then violations say nothing. */
  readonly bypassCSP?: boolean;
}

/** Opens the checkout page of the stage and waits until the frame is ready. */
export async function openCard(
  browser: Browser,
  sandboxWorld: CardFieldsWorld,
  options: OpenOptions = {},
): Promise<OpenCard> {
  const { width = 480, height = 700, bypassCSP = false, hasty, ...query } = options;
  const context = await browser.newContext({ viewport: { width: width + 40, height }, bypassCSP });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandboxWorld.checkout });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeBinding('complain', (_, text: string) => complaints.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { complain } = globalThis as unknown as { complain: (text: string) => void };
      complain(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(
    `${sandboxWorld.checkout}/?${new URLSearchParams({ ...query, ...(hasty ? { hasty: '1' } : {}), width: String(width) })}`,
  );
  await page.waitForFunction(() => window.cardFrame.status === 'ready');
  const { origin } = hasty ? sandboxWorld.hasty : sandboxWorld.cardFields;
  return { context, page, frame: cardFrameOf(page, { cardFields: { origin } }), complaints };
}

export function cardFrameOf(
  page: Page,
  sandboxWorld: { readonly cardFields: Pick<CardFieldsWorld['cardFields'], 'origin'> },
): Frame {
  const frame = page.frames().find((candidate) => candidate.url().startsWith(sandboxWorld.cardFields.origin));
  if (!frame) throw new Error('The page has no card frame');
  return frame;
}

/** Types a good card, key by key. */
export async function typeCard(
  frame: Frame,
  card: { number?: string; holder?: string; expiry?: string; code?: string } = {},
): Promise<void> {
  const { number = '4111111111111111', holder = 'Ana Maria Braga', expiry = '0831', code = '123' } = card;
  await frame.locator('#cc-number').pressSequentially(number);
  await frame.locator('#cc-name').pressSequentially(holder);
  await frame.locator('#cc-exp').pressSequentially(expiry);
  await frame.locator('#cc-csc').pressSequentially(code);
}
