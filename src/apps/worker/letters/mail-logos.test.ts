import path from 'node:path';
import { expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/brand-parts.server.ts';
import { readMailLogos } from './mail-logos.server.ts';

const { brands } = readBrandParts();
const logoOf = readMailLogos(path.resolve(import.meta.dirname, '../../../../brands'), brands);

test.each(brands.brands.map((brand) => [brand.id, brand] as const))(
  '%s has a logo for e-mails, small and sharp',
  (_id, brand) => {
    const logo = logoOf(brand);
    expect(logo?.width).toBeGreaterThanOrEqual(70);
    expect(logo?.width).toBeLessThanOrEqual(240);
    expect(logo?.content.length).toBeLessThan(15_000);
  },
);

test('A brand without a logo for e-mails says its name in them', () => {
  const [brand] = brands.brands;
  if (!brand) throw new Error('There is no brand');
  expect(logoOf({ images: { ...brand.images, mailLogo: null } })).toBeNull();
});
