/**
 * Builds everything that is made ahead of time, into `dist/`.
 *
 *     npm run build                 builds
 *     npm run build -- --if-stale   does nothing when no input changed since the last build
 *
 * - `assets/`        scripts, fonts, images: named by their hash, compressed ahead
 * - `views/views.js` the views for the server
 * - `pages.json`     what the server needs of each page (see `BuiltPages` in `apps/checkout/web/views.server.ts`)
 * - `manifest.json`  bytes by page, for the budgets
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageManifest } from '#src/apps/checkout/web/page.ts';
import { bundleScripts, bundleStyles, bundleViews } from './build/bundle.ts';
import { inputHash } from './build/input-hash.ts';
import { Output } from './build/output.ts';
import { measure } from './build/measure.ts';
import { checkoutRoot, type BuildPage } from './build/vite-config.ts';

async function listPages(root: string): Promise<BuildPage[]> {
  const registry: { steps: Record<string, PageManifest>; pages: Record<string, PageManifest> } = await import(
    path.join(root, checkoutRoot, 'registry.generated.ts')
  );
  const list = (folder: string, manifests: Record<string, PageManifest>): BuildPage[] =>
    Object.entries(manifests).map(([id, manifest]) => {
      if (manifest.id !== id) throw new Error(`${checkoutRoot}/${folder}/${id} calls itself ${manifest.id}`);
      return { id, folder: `${folder}/${id}`, hasBehaviour: manifest.hasBehaviour };
    });
  const pages = [...list('steps', registry.steps), ...list('pages', registry.pages)];
  const twice = pages.find((page, index) => pages.findIndex(({ id }) => id === page.id) !== index);
  if (twice) throw new Error(`Two pages are called ${twice.id}`);
  return pages;
}

/** Builds into `dist` below `root`; answers whether there was anything to do. */
export async function build(root: string, options: { readonly onlyIfStale: boolean }): Promise<boolean> {
  const dist = path.join(root, 'dist');
  const inputs = inputHash(root);
  const record = path.join(dist, 'inputs.txt');
  if (options.onlyIfStale && existsSync(record) && readFileSync(record, 'utf8') === inputs) return false;

  const pages = await listPages(root);
  const output = new Output();
  const [scripts, styles, views] = await Promise.all([bundleScripts(root, pages), bundleStyles(root, pages), bundleViews(root)]);
  for (const file of scripts.files) output.add(`assets/${file.name}`, file.content);
  output.add('views/views.js', views);
  const built = pages.map(({ id }) => [id, { css: styles.get(id) ?? '', script: scripts.scripts.get(id) ?? null }] as const);
  output.add('pages.json', JSON.stringify({ pages: Object.fromEntries(built) }));
  output.add('manifest.json', JSON.stringify(await measure(pages, scripts, styles), null, 2));
  output.add('inputs.txt', inputs);
  await output.write(dist);
  return true;
}

if (import.meta.main) {
  const start = performance.now();
  const didBuild = await build(path.resolve(import.meta.dirname, '..'), { onlyIfStale: process.argv.includes('--if-stale') });
  console.log(`build: ${didBuild ? 'done' : 'nothing to do'}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
