import type { Page } from '@playwright/test';
import { deepUnless } from '#tests/support/depth.ts';
import { payButton } from '#tests/support/browser/purchase-steps.ts';
import { findings, axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { choosePeru, orderCip, payCip, payYape, peruPhone, reachPeru } from '#tests/support/browser/peru-steps.ts';

/** Labels of choices that are wider than their list. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('select')].flatMap((list) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(list);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen || list.offsetWidth === 0) return [];
      pen.font = font;
      const room = list.clientWidth - Number(paddingLeft.replace('px', '')) - Number(paddingRight.replace('px', ''));
      return [...list.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
    }),
  );
}

for (const width of [360, 1280]) {
  journey(
    `Peru's pages are good for everybody, ${width} wide`,
    { ...axeJourneyOptions, ...deepUnless(width === 360), viewport: { width, height: 800 } },
    async (buyer) => {
      const { page } = buyer;
      const { look, found } = findings();
      await reachPeru(buyer, peruPhone());
      await look(page, 'card');
      expect(await cutOff(page)).toEqual([]);
      await choosePeru(page, 'yape');
      await look(page, 'Yape');
      await payButton(page).click();
      await look(page, 'Yape, fields missing');
      await payYape(page, '000000');
      await expect(page.getByText('Yape no reconoció el código', { exact: false })).toBeVisible();
      await look(page, 'Yape, a wrong code');
      await choosePeru(page, 'pago-efectivo');
      await look(page, 'PagoEfectivo');
      // Nothing is wider than the window.
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      const cip = await orderCip(page);
      await look(page, 'CIP');
      await payCip(buyer, cip);
      await page.waitForURL('**/success?**');
      await look(page, 'success');
      expect(found).toEqual([]);
    },
  );
}
