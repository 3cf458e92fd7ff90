import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Brand, NeutralBrand } from '../brand.types.ts';
import { type BrandSource, readBrandSources } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import type { ImageSize } from '../files/image-size.ts';
import { neutralJson } from '../files/brand-schemas.server.ts';
import { readLayered } from '../files/read-layered.server.ts';
import { type BrandSettings, buildBrand } from './build-brand.server.ts';
import { findImages } from './build-images.server.ts';
import { type BrandRegistry, indexBrands } from './brand-registry.server.ts';

export const fallbackBrand = '_fallback';

/** Where the brands' data is, beside what `BrandSettings` says. */
export interface BrandsLocation extends BrandSettings {
  readonly dir: string;
}

/**
 * Reads and checks every brand of a folder, once: the registry is then kept for the life of the process. Any problem
 * refuses the whole, so that a mistake in data is found at start and not by a buyer. Themes are the build's: they are
 * two thirds of all data and not read here.
 */
export function loadBrands(location: BrandsLocation): Result<BrandRegistry, readonly BrandProblem[]> {
  const problems: BrandProblem[] = [];
  const report = (problem: BrandProblem) => problems.push(problem);
  const sources = readBrandSources(location.dir, report, 'themes-by-name');
  const brands = buildBrands(sources, location, report);
  const neutral = buildNeutral(sources, report);
  const registry = neutral && indexBrands(brands, neutral, imageSizesOf(sources), report);
  return problems.length > 0 || !registry ? err(withoutRepeats(problems)) : ok(registry);
}

/** Sizes of all images, by path below the brands folder. */
export function imageSizesOf(sources: readonly BrandSource[]): ReadonlyMap<string, ImageSize> {
  const folders = sources.flatMap(({ base, variants }) => [base, ...variants.values()]);
  return new Map(
    folders.flatMap(({ path, images }) =>
      [...images].flatMap(([name, size]) => (size ? [[`${path}/images/${name}`, size] as const] : [])),
    ),
  );
}

/** The fallback's own name, looks and drawings. */
export function buildNeutral(
  sources: readonly BrandSource[],
  report: (problem: BrandProblem) => void,
): NeutralBrand | null {
  const source = sources.find(({ name }) => name === fallbackBrand);
  if (!source) {
    report({ file: fallbackBrand, key: '', message: 'is missing' });
    return null;
  }
  const main = readLayered([source.base], 'brand.json', neutralJson, report);
  const images = main && findImages([source.base], main, report);
  return images && { name: main.name, theme: { brand: fallbackBrand, mode: main.mode }, images };
}

/** Every brand and variant that sells something. A source that yields none is a problem. */
export function buildBrands(
  sources: readonly BrandSource[],
  settings: BrandSettings,
  report: (problem: BrandProblem) => void,
): Brand[] {
  const brands: Brand[] = [];
  const fallback = sources.find(({ name }) => name === fallbackBrand)?.base ?? null;
  for (const source of sources) {
    if (source.name === fallbackBrand) continue;
    const before = brands.length;
    let reported = 0;
    const noted = (problem: BrandProblem) => {
      reported += 1;
      report(problem);
    };
    for (const variant of [null, ...source.variants.keys()]) {
      const brand = buildBrand(source, variant, settings, noted, fallback);
      if (brand) brands.push(brand);
    }
    if (brands.length === before && reported === 0)
      report({
        file: `${source.name}/catalog.json`,
        key: '',
        message: 'is missing: neither the brand nor a variant sells anything',
      });
  }
  return brands;
}

/** A mistake in a brand's own file shows again in each of its variants: it is said once. */
export function withoutRepeats(problems: readonly BrandProblem[]): readonly BrandProblem[] {
  const seen = new Map(problems.map((problem) => [`${problem.file}\n${problem.key}\n${problem.message}`, problem]));
  return [...seen.values()];
}
