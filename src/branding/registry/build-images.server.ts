import type { z } from 'zod';
import type { BrandImages } from '../brand.types.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import type { brandJson, neutralJson } from '../files/brand-schemas.server.ts';
import { fileOf, type Layers } from '../files/read-layered.server.ts';

type Report = (problem: BrandProblem) => void;

/** Path of an image below `brands/`, in the uppermost layer that has it; `null` and a problem when none has. */
export function findImage(layers: Layers, image: string, file: string, key: string, report: Report): string | null {
  return findFile(layers, 'images', image, file, key, report);
}

/** The same for any of the folders that hold a brand's files; `file` and `key` say who asks for it. */
export function findFile(
  layers: Layers,
  holder: 'images' | 'media' | 'texts',
  name: string,
  file: string,
  key: string,
  report: Report,
): string | null {
  const owner = layers.findLast((layer) => layer[holder].has(name));
  if (!owner) report({ file: fileOf(layers, file, key.split('.')), key, message: `there is no ${holder}/${name}` });
  return owner ? `${owner.path}/${holder}/${name}` : null;
}

type NamedImages = Pick<z.output<typeof neutralJson>, 'logo' | 'favicon'> &
  Partial<Pick<z.output<typeof brandJson>, 'scene'>>;

/** The images that `brand.json` names. */
export function findImages(layers: Layers, { logo, favicon, scene }: NamedImages, report: Report): BrandImages | null {
  const find = (key: string, image: string) => findImage(layers, image, 'brand.json', key, report);
  const [dark, light, icon] = [find('logo.dark', logo.dark), find('logo.light', logo.light), find('favicon', favicon)];
  if (!dark || !light || !icon) return null;
  const mailLogo = logo.mail === undefined ? null : find('logo.mail', logo.mail);
  const images = { logo: { dark, light }, logoWidth: logo.width, mailLogo, favicon: icon };
  if (!scene) return { ...images, scene: null };
  const [night, day] = [find('scene.dark', scene.dark), find('scene.light', scene.light)];
  return night && day ? { ...images, scene: { dark: night, light: day } } : null;
}
