import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { axe } from '#tests/support/browser/axe.ts';

const isWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

for (const width of [360, 390])
  journey(
    `the page about the API is read, searched and copied from at ${width} px without a sideways scroll`,
    { ...deep, viewport: { width, height: 844 } },
    async ({ page, context, at }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(at('/api/docs'));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await isWide(page)).toBe(false);
        expect(await axe(page)).toEqual([]);
      }
      await page.getByText('Index', { exact: true }).click();
      await page.getByRole('link', { name: 'Create a lead: contact data for a product' }).first().click();
      const call = page.locator('#post-v1-lead');
      await expect(call).toBeInViewport();
      await expect(page.getByRole('link', { name: 'Errors', exact: true })).toBeHidden();
      await call.getByRole('button', { name: 'Copy curl' }).click();
      await expect(call.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl -X POST 'http.*\/api\/v1\/lead'/);
      await page.getByRole('searchbox', { name: 'Search the API' }).fill('refunded');
      await expect(call).toBeHidden();
      await expect(page.locator('#message-order-refunded')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search the API' }).fill('nothing is called this');
      await expect(page.getByRole('status')).toHaveText('Nothing found.');
      expect(await isWide(page)).toBe(false);
    },
  );

journey('the page about the API says the same without a script', { javaScriptEnabled: false }, async ({ page, at }) => {
  await page.goto(at('/api/docs/staff'));
  await expect(page.getByRole('navigation', { name: 'Index' })).toBeVisible();
  await page.getByRole('link', { name: 'List refunds and surpluses to be paid out by hand' }).first().click();
  await expect(page.locator('#get-v1-payouts')).toBeInViewport();
  await expect(page.getByRole('button')).toHaveCount(0);
});
