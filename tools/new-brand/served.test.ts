import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogPort, loadBrands } from '#src/branding/index.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { copyBrands } from '#tests/support/fixtures/brand-copy.ts';
import { projectRoot } from '../brands/brand-files.ts';
import { templatePaths } from '../check-brands.ts';
import { makeBrand } from './make-brand.ts';
import { installBrand } from './install-brand.ts';
import { planBrand } from './questions.ts';

const brands = copyBrands();
let stage: PagesWorld;

beforeAll(async () => {
  stage = await openPages();
  const plan = planBrand({
    folder: 'curso-norte',
    name: 'Curso Norte',
    business: 'wiser',
    color: '#0b6f6b',
    price: '1.140,00',
    product: 'Preparatório Norte',
  });
  if (!plan.ok) throw new Error(plan.error.join());
  const known = Object.values(rails);
  const files = await makeBrand(plan.value, { root: projectRoot, rails: known });
  const where = { root: projectRoot, brandsDir: brands.dir, paths: templatePaths(), rails: known };
  const placed = await installBrand('curso-norte', files, where);
  if (!placed.ok) throw new Error(placed.error.join());
});
afterAll(async () => {
  await stage.close();
  brands.remove();
});

test('the pages of a new brand are served, with its name, price, looks and words', async () => {
  const parts = readBrandParts(brands.dir);
  const { ctx } = createDomainWorld(stage.database, { catalog: catalogPort(parts.brands) });
  const server = await stage.serve({ ...parts, ctx });
  const get = (url: string) => server.inject({ url, headers: { host: pagesHost } });
  expect((await get('/?product=curso-norte')).headers.location).toBe('/lead?product=curso-norte');
  for (const route of ['', '&route=pix', '&route=bankslip']) {
    const page = await get(`/lead?product=curso-norte${route}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Preparatório Norte');
    expect(page.body).toContain('Nome, e-mail e celular. Leva menos de um minuto.');
    expect(page.body).toMatch(/R\$\s1\.140,00/);
    expect(page.body).toContain('--color-primary-pure:#0b6f6b');
  }
  expect(loadBrands({ dir: brands.dir, environment: 'production', sandboxOrigin: '' }).ok).toBe(true);
});
