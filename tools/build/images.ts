import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Output } from './output.ts';

const shown = /\.(svg|png|webp|ico|mp4|webm|vtt)$/;

/** Copies the brands' images and films to the assets. Returns their addresses by path below `brands/`, with forward slashes. */
export function addImages(root: string, output: Output): Readonly<Record<string, string>> {
  const folder = path.join(root, 'brands');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && shown.test(entry.name),
  );
  const addresses = files.map((entry): [string, string] => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    const base = name
      .replaceAll(/[^a-zA-Z0-9]+/g, '-')
      .replace(/-[a-z]+$/, '')
      .replace(/^-/, '');
    return [name, output.addAsset(base, path.extname(name), readFileSync(file))];
  });
  return Object.fromEntries(addresses);
}
