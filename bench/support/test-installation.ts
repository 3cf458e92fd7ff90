import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { rails } from '#src/rails/registry.generated.ts';
import { writeFiles } from '#tools/brands/brand-files.ts';
import { build } from '#tools/build.ts';
import { themePresets } from '#tools/new-brand/theme-presets.ts';
import { makeBrand } from '#tools/new-brand/make-brand.ts';
import { planBrand } from '#tools/new-brand/questions.ts';
import { symbols } from '#tools/new-brand/symbols.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What an installation needs to be built and started. */
const parts = ['src', 'sandbox', 'brands', 'migrations', 'tools', 'package.json', 'package-lock.json'];

/** A copy of the project with more brands, built. */
export interface TestInstallation {
  readonly folder: string;
  readonly brands: number;
  readonly buildSeconds: number;
}

/** Copies the project, generates `more` brands of many looks beside its own, and builds it as `npm run build` does. */
export async function makeTestInstallation(folder: string, more: number): Promise<TestInstallation> {
  mkdirSync(folder, { recursive: true });
  for (const part of parts) cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (let number = 0; number < more; number += 1) await addBrand(path.join(folder, 'brands'), number);
  const began = performance.now();
  await build(folder, { onlyIfStale: false });
  return { folder, brands: more, buildSeconds: (performance.now() - began) / 1000 };
}

/** Folder and link key of a generated brand. */
export function brandName(number: number): string {
  return `escola-${String(number).padStart(4, '0')}`;
}

async function addBrand(brandsDir: string, number: number): Promise<void> {
  const pick = (names: readonly string[]): string => names[number % names.length] ?? '';
  // A step that shares no factor with the number of colours: neighbouring brands differ.
  const color = ((number * 7_919_777) % 0xff_ff_ff).toString(16).padStart(6, '0');
  const plan = planBrand({
    folder: brandName(number),
    name: `Escola ${number}`,
    business: 'wiser',
    color: `#${color}`,
    price: `${100 + number},00`,
    mode: pick(['dark', 'light']),
    look: pick(Object.keys(themePresets)),
    symbol: pick(Object.keys(symbols)),
  });
  if (!plan.ok) throw new Error(plan.error.join('\n'));
  const files = await makeBrand(plan.value, { root, rails: Object.values(rails) });
  writeFiles(path.join(brandsDir, plan.value.folder), files);
}
