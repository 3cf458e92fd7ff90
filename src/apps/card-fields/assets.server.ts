import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file that this origin serves, with its bytes by encoding. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
}

/** Output of the build: the page's script and style sheet, and all files by path. */
export interface BuiltAssets {
  readonly script: { readonly path: string; readonly integrity: string };
  readonly css: string;
  readonly files: ReadonlyMap<string, Asset>;
}

const entryName = 'src/apps/card-fields/browser/main.ts';
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript; charset=utf-8', '.woff2': 'font/woff2' };

function readAsset(file: string): Asset | null {
  const type = types[path.extname(file)];
  if (!type) return null;
  return { type, plain: readFileSync(file), brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null };
}

/** Files of a folder with one extension, by the path under which they are served. */
export function filesOf(folder: string, ending: string, prefix: string): Map<string, Asset> {
  const found = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const asset = path.extname(name) === ending ? readAsset(path.join(folder, name)) : null;
    if (asset) found.set(`${prefix}${name}`, asset);
  }
  return found;
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
}

/** Reads the build in `folder` (see `vite.config.ts`). Throws with the folder's name when there is none. */
export function readBuiltAssets(folder: string): BuiltAssets {
  const manifestFile = path.join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`No build of the card fields in ${folder}: run the build first`);
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Readonly<Record<string, ManifestEntry>>;
  const entry = manifest[entryName];
  if (!entry) throw new Error(`The build in ${folder} lacks ${entryName}`);
  const script = readFileSync(path.join(folder, entry.file));
  const css = (entry.css ?? []).map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  return {
    script: { path: `/${entry.file}`, integrity: `sha384-${createHash('sha384').update(script).digest('base64')}` },
    css,
    files: filesOf(path.join(folder, 'assets'), '.js', '/assets/'),
  };
}
