import { deep } from '#tests/support/depth.ts';
import { listPictures } from '#tests/gallery/list-pictures.ts';
import { lookAt } from '#tests/gallery/look-at-picture.ts';
import { readWish } from '#tests/gallery/read-wish.ts';
import { expect, journey } from '#tests/support/journey.ts';

journey('the gallery shows pages in their states, with nothing for axe to find', async ({ page, product }) => {
  const { checkout } = product;
  const wish = readWish(['--brands', 'medcof', '--pages', 'lead,payment,waiting', '--all-states']);
  const pictures = await listPictures(checkout, wish);
  const named = pictures.map(({ page: id, state }) => `${id}/${state}`);
  expect(named).toEqual(
    expect.arrayContaining(['lead/usual', 'lead/error', 'lead/long', 'lead/busy', 'waiting/expired']),
  );
  for (const picture of pictures.filter(({ href }) => /lead\/(long|busy)|payment\/error|waiting\/open/.test(href))) {
    const { findings } = await lookAt(page, picture, { checkout, widths: [360], folder: null });
    expect(findings).toEqual([]);
  }
});

// How small windows settle beside each other is nobody's purchase.
const settling = { allow: ['layout shift'] } as const;

journey('the gallery is a wall of windows that links narrow', { ...settling, ...deep }, async ({ page, at }) => {
  await page.goto(at('/gallery?brand=medcof&page=lead'));
  const windows = page.locator('iframe');
  await expect(windows.first()).toHaveAttribute('src', '/gallery/medcof/light/pt-BR/lead/usual');
  await expect(page.frameLocator('iframe').first().locator('#main h1')).toBeVisible();
  await page.getByRole('link', { name: 'es-PE' }).click();
  await expect(windows.first()).toHaveAttribute('src', '/gallery/medcof/light/es-PE/lead/usual');
});
