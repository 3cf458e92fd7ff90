/**
 * Checks the brands' data and all words. Reports the file, the key and the reason of every mistake.
 *
 *     npm run check-brands
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { compileConsoleWords, readConsoleWords } from '#src/apps/console/words/compile-console-words.server.ts';
import { steps } from '#src/apps/checkout/registry.generated.ts';
import { readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { type BrandProblem, describeProblem } from '#src/branding/files/brand-problem.ts';
import { indexBrands } from '#src/branding/registry/brand-registry.server.ts';
import {
  buildBrands,
  buildNeutral,
  fallbackBrand,
  imageSizesOf,
  withoutRepeats,
} from '#src/branding/registry/load-brands.server.ts';
import { compileThemes } from '#src/branding/theme/compile-themes.server.ts';
import { compileWords } from '#src/branding/words/compile-words.server.ts';
import { readWordFiles } from '#src/branding/words/word-files.server.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { defaultRoutesFile } from '#src/gateways/gateway-routes.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { projectRoot } from './brands/brand-files.ts';
import { checkBrandWords } from './brands/check-brand-words.ts';
import { checkSuggestions } from './brands/check-suggestions.ts';
import { checkFlows, checkMethods } from './brands/check-flows.ts';
import { checkImages } from './brands/check-images.ts';
import { checkUpsells } from './brands/check-upsells.ts';
import { checkMedia } from './brands/check-media.ts';
import { checkRoutesFile } from './brands/check-routes-file.ts';
import { checkScreens } from './brands/check-screens.ts';
import { checkUsedWords } from './brands/check-used-words.ts';
import { makeFonts } from './fonts/make-fonts.ts';

export interface BrandCheck {
  /** The project: its `src/` for words, its `node_modules/` for fonts. */
  readonly root: string;
  readonly brandsDir: string;
  /** Another folder whose brands are checked together with the project's. */
  readonly besides?: string;
  /** Existing screens: path by template. */
  readonly paths: TemplatePaths;
  readonly rails: readonly RailManifest[];
  /** The file of gateway routes. */
  readonly routesFile?: string;
}

const isOfConsole = (file: string): boolean => file.startsWith('src/apps/console/');

/** The staff's console has words of its own, complete in each of its languages. */
function checkConsoleWords(root: string, report: (problem: BrandProblem) => void): void {
  if (!existsSync(path.join(root, 'src/apps/console'))) return;
  const { words, problems } = compileConsoleWords(readConsoleWords(root));
  for (const message of problems) report({ file: 'src/apps/console', key: '', message });
  checkUsedWords(root, new Set(Object.keys(words['pt-BR'])), report, isOfConsole);
}

/** Every mistake in the brands' data and the words. */
export async function checkBrands({
  root,
  brandsDir,
  besides,
  paths,
  rails: known,
  routesFile,
}: BrandCheck): Promise<readonly BrandProblem[]> {
  const problems: BrandProblem[] = [];
  const report = (problem: BrandProblem) => void problems.push(problem);
  const found = [brandsDir, ...(besides === undefined ? [] : [besides])].flatMap((dir) =>
    readBrandSources(dir, report).map((source) => ({ dir, source })),
  );
  const sources = found.map(({ source }) => source);
  const neutral = buildNeutral(sources, report);
  const byName = new Map(sources.map((source) => [source.name, source]));
  const written = readWordFiles(root, report);
  const keys = new Set(Object.keys(compileWords(written, sources, () => {})['pt-BR'].base));
  for (const environment of ['test', 'homolog', 'production'] as const) {
    const brands = buildBrands(sources, { environment, sandboxOrigin: 'http://127.0.0.1' }, report);
    const registry = neutral && indexBrands(brands, neutral, imageSizesOf(sources), report);
    if (environment === 'test' && routesFile !== undefined) checkRoutesFile(routesFile, brands, report);
    if (registry && environment === 'test') checkUpsells(registry, known, report);
    if (environment === 'test') for (const source of sources) checkBrandWords(source, brands, report);
    for (const brand of environment === 'test' ? brands : []) {
      const source = byName.get(brand.brand);
      if (!source) continue;
      const over = brand.variant === null ? undefined : source.variants.get(brand.variant);
      const catalogOwner = over?.files.has('catalog.json') ? over : source.base;
      checkFlows(brand, source, paths, report);
      checkScreens(brand, source, report);
      checkMethods(brand, `${catalogOwner.path}/catalog.json`, known, report);
      const suggestionsOwner = [over, source.base].find((folder) => folder?.files.has('coach.json'));
      checkSuggestions(
        brand,
        { file: `${suggestionsOwner?.path ?? fallbackBrand}/coach.json`, rails: known, words: keys },
        report,
      );
    }
  }
  for (const { dir, source } of found) {
    checkImages(dir, source, report);
    checkMedia(dir, source, report);
  }
  compileThemes(sources, (await makeFonts(root, sources, report)).faces, report);
  const words = compileWords(written, sources, report);
  checkUsedWords(root, new Set(Object.keys(words['pt-BR'].base)), report, (file) => !isOfConsole(file));
  checkConsoleWords(root, report);
  return withoutRepeats(problems);
}

/** Path of each template that has a screen, by the registry of steps. */
export function templatePaths(): TemplatePaths {
  return new Map(
    Object.values<{ readonly id: string; readonly paths: readonly [string, ...string[]] }>(steps).map((step) => [
      step.id,
      step.paths[0],
    ]),
  );
}

if (import.meta.main) {
  const brandsDir = path.resolve(process.argv[2] ?? path.join(projectRoot, 'brands'));
  const problems = await checkBrands({
    root: projectRoot,
    brandsDir,
    paths: templatePaths(),
    rails: Object.values(rails),
    routesFile: path.resolve(process.argv[3] ?? defaultRoutesFile),
  });
  for (const problem of problems) console.error(describeProblem(problem));
  console.log(problems.length === 0 ? 'brands: no mistakes' : `brands: ${problems.length} mistakes`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
