import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that the build reads. */
const inputs = ['src', 'brands', 'tools', 'package-lock.json'];

/** Endings that never reach a bundle: they may change without a build. */
const ignored = /\.(test\.tsx?|md)$/;

/** One hash of every input, by path and content. */
export function inputHash(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((name) => filesBelow(root, name))) {
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
