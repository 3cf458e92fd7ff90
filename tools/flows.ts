/**
 * Draws the flows of every brand: `docs/flows/<brand>.svg`, and `docs/flows.md` with the table of paths.
 *
 *     npm run flows              writes them
 *     npm run flows -- --check   changes nothing; exit 1 when a file is older than the brands' data
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { steps } from '#src/apps/checkout/registry.generated.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import { describeProblem, loadBrands } from '#src/branding/index.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { projectRoot } from './brands/brand-files.ts';
import { templatePaths } from './check-brands.ts';
import { rowsOf } from './flows/flow-rows.ts';
import { flowsPage } from './flows/flows-page.ts';
import { drawPicture } from './flows/picture.ts';

const pictures = 'docs/flows';

/** Every documentation file generated from the flows, by its path below the project. */
export function flowFiles(brandsDir: string): ReadonlyMap<string, string> {
  const loaded = loadBrands({ dir: brandsDir, environment: 'test', sandboxOrigin: 'http://127.0.0.1' });
  if (!loaded.ok) throw new Error(['The brands have mistakes:', ...loaded.error.map(describeProblem)].join('\n'));
  const registry = loaded.value;
  const manifests: readonly PageManifest[] = Object.values(steps);
  const letters = new Set(manifests.filter(({ entry }) => entry === 'email-link').map(({ id }) => id));
  const paths = templatePaths();
  const installation = { registry, rails: Object.values(rails), paths, letters };
  return new Map([
    ...registry.brands.map((brand): [string, string] => [
      `${pictures}/${brand.id}.svg`,
      drawPicture(`${brand.name} · ${brand.id}`, rowsOf(brand, installation)),
    ]),
    ['docs/flows.md', flowsPage(registry.brands, paths)],
  ]);
}

/** Stale documentation files: missing, different from the data, or of a removed brand. */
export function staleFlowFiles(root: string, files: ReadonlyMap<string, string>): readonly string[] {
  const folder = path.join(root, pictures);
  const there = existsSync(folder) ? readdirSync(folder).map((name) => `${pictures}/${name}`) : [];
  const changed = [...files].filter(([file, text]) => readIfThere(path.join(root, file)) !== text);
  return [...changed.map(([file]) => file), ...there.filter((file) => !files.has(file))];
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  const files = flowFiles(path.join(projectRoot, 'brands'));
  const stale = staleFlowFiles(projectRoot, files);
  mkdirSync(path.join(projectRoot, pictures), { recursive: true });
  for (const file of isCheck ? [] : stale) {
    const text = files.get(file);
    if (text === undefined) rmSync(path.join(projectRoot, file));
    else writeFileSync(path.join(projectRoot, file), text);
  }
  for (const file of stale) console.error(isCheck ? `${file} is stale: run npm run flows` : `${file} written`);
  process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
}
