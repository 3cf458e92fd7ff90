import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/**
 * Bytes that a browser fetches until the console's heaviest screen stands, after brotli 11: the entry with its sheets and
 * fonts, the words of one language, and the screen's own chunk with what it imports. `folder` is `dist/console`, written.
 */
export function consoleFirstScreen(folder: string): number {
  const manifest: Readonly<Record<string, ManifestEntry>> = JSON.parse(
    readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  if (entry === undefined) throw new Error(`The build in ${folder} has no entry`);
  const filesOf = (name: string, found = new Set<string>()): ReadonlySet<string> => {
    const one = manifest[name];
    if (!one || found.has(one.file)) return found;
    for (const file of [one.file, ...(one.css ?? []), ...(one.assets ?? [])]) found.add(file);
    for (const next of one.imports ?? []) filesOf(next, found);
    return found;
  };
  const start = filesOf(entry);
  const heaviest = (ending: string): number => {
    const chunks = Object.keys(manifest).filter((name) => name.endsWith(ending));
    if (chunks.length === 0) throw new Error(`The build in ${folder} has no ${ending}`);
    const own = (name: string): string[] => [...filesOf(name)].filter((file) => !start.has(file));
    return Math.max(...chunks.map((name) => sizeOf(folder, own(name))));
  };
  return sizeOf(folder, [...start]) + heaviest('.words.ts') + heaviest('.screen.tsx');
}

function sizeOf(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const full = path.join(folder, file);
    return sum + statSync(existsSync(`${full}.br`) ? `${full}.br` : full).size;
  }, 0);
}
