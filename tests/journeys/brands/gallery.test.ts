import { deep } from '#tests/support/depth.ts';
import { listScreenshots } from '#tests/gallery/list-screenshots.ts';
import { checkScreenshot } from '#tests/gallery/check-screenshot.ts';
import { readGalleryOptions } from '#tests/gallery/read-options.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey('the gallery shows pages in their states, with nothing for axe to find', deep, async ({ page, product }) => {
  const { checkout } = product;
  const options = readGalleryOptions(['--brands', 'medcof', '--pages', 'lead,payment,waiting', '--all-states']);
  const pictures = await listScreenshots(checkout, options);
  const named = pictures.map(({ page: id, state }) => `${id}/${state}`);
  expect(named).toEqual(
    expect.arrayContaining(['lead/usual', 'lead/error', 'lead/long', 'lead/busy', 'waiting/expired']),
  );
  for (const picture of pictures.filter(({ href }) => /lead\/(long|busy)|payment\/error|waiting\/open/.test(href))) {
    const { findings } = await checkScreenshot(page, picture, { checkout, widths: [360], folder: null });
    expect(findings).toEqual([]);
  }
});

// How small windows settle beside each other is nobody's purchase.
const settling = { allow: ['layout shift'] } as const;

journey(
  'the gallery shows all pictures, which lists and a search narrow',
  { ...settling, ...deep },
  async ({ page, at }) => {
    await page.goto(at('/gallery?brand=medcof&page=lead'));
    const windows = page.locator('iframe');
    await expect(windows.first()).toHaveAttribute('src', '/gallery/medcof/light/pt-BR/lead/usual');
    await expect(page.frameLocator('iframe').first().locator('#main h1')).toBeVisible();
    await page.getByLabel('Idioma').selectOption('es-PE');
    await page.getByLabel('Largura').selectOption('1280');
    await page.getByLabel('Buscar').fill('error');
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await expect(windows.first()).toHaveAttribute('src', '/gallery/medcof/light/es-PE/lead/error');
    await expect(windows).toHaveCount(1);
    await expect(windows.first()).toHaveAttribute('width', '1280');
  },
);
