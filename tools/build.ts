import { existsSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cardFieldsBytes } from '#src/apps/card-fields/bundle-size.server.ts';
import { bundleCardFields } from '#src/apps/card-fields/vite.config.ts';
import { allowsTagManager } from '#src/apps/checkout/site/consent/tag-manager-rules.ts';
import { bundleConsole } from '#src/apps/console/vite.config.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import { pageStyles } from '#src/branding/theme/font-sheet.server.ts';
import { bundleScripts, bundleStyles, bundleViews } from './build/bundle.ts';
import { addImages } from './build/images.ts';
import { featuresOfBrands } from './build/brand-features.ts';
import { measure } from './build/measure.ts';
import { consoleFirstScreen } from './build/console-first-screen.ts';
import { Output } from './build/output.ts';
import { pageFolder } from './build/page-folder.ts';
import { listParts } from './build/page-parts.ts';
import { scriptInventory } from './build/script-inventory.ts';
import { checkoutRoot, type BuildPage } from './build/vite-config.ts';
import { fontFiles } from './build-fonts.ts';
import { themeFiles } from './build-themes.ts';
import { wordFiles } from './build-words.ts';
import { createHash } from 'node:crypto';

/**
 * Builds everything that is made before the start, into `dist/`.
 *
 *     npm run build                 builds
 *     npm run build -- --if-stale   does nothing when no input changed since the last build
 *
 * - `assets/`        scripts and images: named by their hash, precompressed
 * - `fonts/`, `themes/`, `words/`: the brands'
 * - `card-fields/`   the small page that takes card numbers
 * - `console/`       the staff's console, with the manifest of its build
 * - `views/views.js` the views for the server
 * - `pages.json`     what the server needs of each page (see `BuiltPages` in `apps/checkout/site/views.server.ts`)
 * - `scripts.json`   every script with its hash and purpose: a start compares it with the files
 * - `manifest.json`  bytes by page, brand and font, for the budgets
 */

async function listPages(root: string): Promise<BuildPage[]> {
  const registry: { steps: Record<string, PageManifest>; pages: Record<string, PageManifest> } = await import(
    path.join(root, checkoutRoot, 'registry.generated.ts')
  );
  const list = (folder: 'steps' | 'pages', manifests: Record<string, PageManifest>): BuildPage[] =>
    Object.entries(manifests).map(([id, manifest]) => {
      if (manifest.id !== id) throw new Error(`The page of the folder ${id} calls itself ${manifest.id}`);
      return {
        id,
        folder: pageFolder(root, folder, id),
        hasBehaviour: manifest.hasBehaviour,
        mayAsk: allowsTagManager(manifest),
      };
    });
  const pages = [...list('steps', registry.steps), ...list('pages', registry.pages)];
  const twice = pages.find((page, index) => pages.findIndex(({ id }) => id === page.id) !== index);
  if (twice) throw new Error(`Two pages are called ${twice.id}`);
  return pages;
}

/** Builds into `dist` below `root`. Returns false when the build was up to date. */
export async function build(root: string, options: { readonly onlyIfStale: boolean }): Promise<boolean> {
  const dist = path.join(root, 'dist');
  const inputs = inputHash(root);
  const record = path.join(dist, 'inputs.txt');
  if (options.onlyIfStale && existsSync(record) && readFileSync(record, 'utf8') === inputs) return false;

  const pages = await listPages(root);
  const parts = listParts(root);
  const output = new Output();
  const [scripts, styles, views, fonts, themes, words, cardFields, consoleBuild] = await Promise.all([
    bundleScripts(root, pages, parts),
    bundleStyles(root, pages, parts),
    bundleViews(root),
    fontFiles(root),
    themeFiles(root),
    wordFiles(root),
    bundleCardFields(),
    bundleConsole(),
  ]);
  for (const file of scripts.files) output.add(`assets/${file.name}`, file.content);
  for (const file of [...fonts.files, ...themes.files, ...words]) output.add(file.path, file.content);
  for (const [name, content] of cardFields) output.add(`card-fields/${name}`, content);
  for (const [name, content] of consoleBuild) output.add(`console/${name}`, content);
  output.add('scripts.json', JSON.stringify(scriptInventory(scripts, cardFields), null, 2));
  output.add('views/views.js', views);
  const built = pages.map(
    ({ id }) =>
      [
        id,
        {
          css: styles.pages.get(id) ?? '',
          ...((styles.kinds.get(id) ?? []).length > 0
            ? { sheets: styles.names.get(id) ?? [], kinds: styles.kinds.get(id) ?? [] }
            : {}),
          script: scripts.scripts.get(id) ?? null,
        },
      ] as const,
  );
  const builtParts = parts.map(
    ({ id }) => [id, { script: scripts.parts.get(id) ?? null, sheets: styles.parts.get(id) ?? [] }] as const,
  );
  output.add(
    'pages.json',
    JSON.stringify({
      pages: Object.fromEntries(built),
      parts: Object.fromEntries(builtParts),
      sheets: styles.sheets,
      stagingCss: styles.staging,
      consentCss: styles.consent,
      printSheet: output.addAsset('print', '.css', readFileSync(path.join(root, 'src/ui/print.css'))),
      webVitals: scripts.webVitals,
      images: addImages(root, output),
    }),
  );
  await output.write(dist);

  const heaviest = themes.files
    .flatMap((file) => (file.path.endsWith('.css') ? [pageStyles(String(file.content)).inline] : []))
    .reduce((most, inline) => (inline.length > most.length ? inline : most), '');
  const cardFieldsDir = path.join(dist, 'card-fields');
  const sizes = {
    ...(await measure({ pages, scripts, styles, theme: heaviest, plans: featuresOfBrands(root) })),
    themes: themes.bytes,
    fonts: fonts.bytes,
    consoleFirstScreen: consoleFirstScreen(path.join(dist, 'console')),
    cardFields: Math.max(
      ...themes.files
        .filter((file) => file.path.endsWith('.css'))
        .map((file) => cardFieldsBytes(cardFieldsDir, String(file.content), path.join(dist, 'fonts')).total),
    ),
  };
  writeFileSync(path.join(dist, 'manifest.json'), JSON.stringify(sizes, null, 2));
  // Last: a build that was interrupted is stale.
  writeFileSync(record, inputs);
  return true;
}

/** All inputs of the build. */
const inputFolders = ['src', 'brands', 'tools', 'package-lock.json'];

/** File endings that are not part of a bundle: a change of these needs no build. */
const ignored = /\.(test\.tsx?|md)$/;

/** One hash of every input, by path and content. */
function inputHash(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputFolders.flatMap((name) => filesBelow(root, name))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, name: string): string[] {
  const full = path.join(root, name);
  if (!existsSync(full)) return [];
  const entries = readdirSync(path.dirname(full), { withFileTypes: true });
  if (entries.some((entry) => entry.name === path.basename(full) && entry.isFile())) return [name];
  return readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !ignored.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

if (import.meta.main) {
  const start = performance.now();
  const didBuild = await build(path.resolve(import.meta.dirname, '..'), {
    onlyIfStale: process.argv.includes('--if-stale'),
  });
  console.log(`build: ${didBuild ? 'done' : 'nothing to do'}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
