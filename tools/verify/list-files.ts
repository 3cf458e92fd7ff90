import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'data', 'coverage', '.git']);

/** Every file below the given folders of `root`, as sorted paths with forward slashes; folders that do not exist are empty. */
export function listFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => walk(root, folder))
    .sort();
}

function walk(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(root, file);
    return entry.isFile() ? [file] : [];
  });
}
