import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AppEnvironment } from '#src/kernel/env/app-environment.server.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { isTree, type JsonTree, type JsonValue } from '../files/merge-patch.ts';
import { type Layers, layeredTree, readLayered } from '../files/read-layered.server.ts';
import { type FlagName, flagNames } from './flag-names.ts';

const perEnvironment = z.strictObject({ test: z.boolean(), homolog: z.boolean(), production: z.boolean() });
const setting = z.union(
  [z.boolean(), perEnvironment],
  'must be true, false, or one of them for test, homolog and production',
);

/** `flags.json`: by flag, on or off, or that for each environment. */
const flagsJson = z.strictObject(
  Object.fromEntries(flagNames.map((name) => [name, setting.optional()])) as Record<
    FlagName,
    z.ZodOptional<typeof setting>
  >,
);

export const flagFile = 'flags.json';

/** What the files say of one brand; a flag that they do not name is absent. */
export type FlagSettings = Readonly<Partial<Record<FlagName, boolean>>>;

/** A brand's flags from its folder and its variant's; `null` when a file is wrong, which was passed to `report`. */
export function readFlags(
  layers: Layers,
  environment: AppEnvironment,
  report: (problem: BrandProblem) => void,
): FlagSettings | null {
  if (layeredTree(layers, flagFile) === null) return {};
  const read = readLayered(layers, flagFile, flagsJson, report);
  if (!read) return null;
  return Object.fromEntries(
    flagNames.flatMap((name) => {
      const value = read[name];
      return value === undefined ? [] : [[name, typeof value === 'boolean' ? value : value[environment]]];
    }),
  );
}

/**
 * The flags of every brand and variant by brand id, reading nothing else of them; `null` when anything is wrong, so that
 * half a change never holds.
 */
export async function readAllFlags(
  dir: string,
  environment: AppEnvironment,
  report: (problem: BrandProblem) => void,
): Promise<ReadonlyMap<string, FlagSettings> | null> {
  const problems: BrandProblem[] = [];
  const noted = (problem: BrandProblem): void => void problems.push(problem);
  const brands = await foldersIn(dir);
  const all = await Promise.all(brands.map((brand) => flagsOfBrand(dir, brand, environment, noted)));
  for (const problem of problems) report(problem);
  return problems.length === 0 ? new Map(all.flat()) : null;
}

async function flagsOfBrand(
  dir: string,
  brand: string,
  environment: AppEnvironment,
  report: (problem: BrandProblem) => void,
): Promise<[string, FlagSettings][]> {
  const base = await layerOf(dir, brand, report);
  const variants = await foldersIn(path.join(dir, brand, 'variants'));
  const owners: [string, Layers][] = [[brand, [base]]];
  for (const variant of variants)
    owners.push([`${brand}.${variant}`, [base, await layerOf(dir, `${brand}/variants/${variant}`, report)]]);
  return owners.map(([id, layers]) => [id, readFlags(layers, environment, report) ?? {}]);
}

async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A folder of which only the flags are known. */
async function layerOf(dir: string, folder: string, report: (problem: BrandProblem) => void): Promise<BrandFolder> {
  const files = new Map<string, JsonTree>();
  const text = await readFile(path.join(dir, folder, flagFile), 'utf8').catch(() => null);
  const tree = text === null ? null : parse(text);
  if (text !== null && !isTree(tree))
    report({ file: `${folder}/${flagFile}`, key: '', message: 'must hold one JSON object' });
  if (isTree(tree)) files.set(flagFile, tree);
  return { path: folder, files, images: new Map(), media: new Set(), texts: new Map(), terms: new Map() };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
