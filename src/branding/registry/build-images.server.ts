import type { z } from 'zod';
import type { BrandImages } from '../brand.types.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import type { neutralJson } from '../files/brand-schemas.server.ts';
import { fileOf, type Layers } from '../files/read-layered.server.ts';

type Report = (problem: BrandProblem) => void;

/** Path of an image below `brands/`, in the uppermost layer that has it; `null` and a problem when none has. */
export function findImage(layers: Layers, image: string, file: string, key: string, report: Report): string | null {
  const owner = layers.findLast((layer) => layer.images.has(image));
  if (!owner) report({ file: fileOf(layers, file, key.split('.')), key, message: `there is no images/${image}` });
  return owner ? `${owner.path}/images/${image}` : null;
}

/** The images that `brand.json` names. */
export function findImages(
  layers: Layers,
  { logo, favicon }: Pick<z.output<typeof neutralJson>, 'logo' | 'favicon'>,
  report: Report,
): BrandImages | null {
  const find = (key: string, image: string) => findImage(layers, image, 'brand.json', key, report);
  const [dark, light, icon] = [find('logo.dark', logo.dark), find('logo.light', logo.light), find('favicon', favicon)];
  return dark && light && icon ? { logo: { dark, light }, logoWidth: logo.width, favicon: icon } : null;
}
