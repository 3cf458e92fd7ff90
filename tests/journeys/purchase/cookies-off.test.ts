import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { chromiumOptions } from '#tests/support/browser/chromium.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { watchBrowserContext } from '#tests/support/browser/watch-context.ts';
import { expect, journey, sharedProduct } from '#tests/support/browser/journey.ts';
import type { Product } from '#tests/support/processes/product.server.ts';

const title = 'Os cookies do seu navegador estão desativados';

let product: Product;
let profile: string;
beforeAll(async () => {
  product = await sharedProduct();
  // The browser's own switch: "block all cookies".
  profile = await mkdtemp(path.join(os.tmpdir(), 'matricula-no-cookies-'));
  await mkdir(path.join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
});
afterAll(() => rm(profile, { recursive: true, force: true }));

async function withoutCookies(walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, chromiumOptions());
  try {
    const watch = await watchBrowserContext(context, product);
    await walk(await context.newPage());
    expect(await watch.troubles()).toEqual([]);
  } finally {
    await context.close();
  }
}

test('a page with cookies off shows the notice, and its link loads the page again', { timeout: 60_000 }, async () => {
  await withoutCookies(async (page) => {
    await page.goto(`${product.checkout}/lead?product=wup&seller=ana`);
    const notice = page.getByRole('alertdialog');
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('heading')).toHaveText(title);
    await expect(notice.getByText('Ative e tente novamente.', { exact: true })).toBeVisible();
    await expect(page.locator('input[name=name]')).toBeHidden();
    expect(await axe(page)).toEqual([]);
    await notice.getByRole('link', { name: 'Tentar novamente', exact: true }).click();
    await expect(page).toHaveURL(`${product.checkout}/lead?product=wup&seller=ana`);
    await expect(notice).toBeVisible();
    const size = await page.locator('main', { has: notice }).boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? Infinity);
  });
});

journey(
  'a form without cookies and JavaScript is answered with the notice',
  { javaScriptEnabled: false },
  async ({ page, at, context }) => {
    await page.goto(at('/lead?product=wup'));
    await page.locator('input[name=name]').fill('Maria da Silva');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Ative e tente novamente.').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tentar novamente' }).first()).toHaveAttribute(
      'href',
      '/lead?product=wup',
    );
  },
);

journey('the notice is hidden with cookies on', async ({ page, at }) => {
  await page.goto(at('/lead?product=wup'));
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.locator('input[name=name]')).toBeVisible();
});
