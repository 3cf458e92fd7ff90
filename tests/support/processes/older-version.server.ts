import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The product as it was before its last migration was written. */
export interface OlderVersion {
  /** To be started in place of the product's own folder. */
  readonly root: string;
  /** Name of the migration that it does not know. */
  readonly unknown: string;
  remove(): void;
}

const ownRoot = path.resolve(import.meta.dirname, '../../..');

/** Copies the product and its build into a folder of the temporary ones, without the last migration. */
export function copyOlderVersion(): OlderVersion {
  const root = mkdtempSync(path.join(os.tmpdir(), 'matricula-older-'));
  for (const name of ['src', 'sandbox', 'brands', 'dist', 'migrations', 'package.json'])
    cpSync(path.join(ownRoot, name), path.join(root, name), { recursive: true });
  symlinkSync(path.join(ownRoot, 'node_modules'), path.join(root, 'node_modules'));
  const files = readdirSync(path.join(root, 'migrations')).filter((name) => /^\d{4}-.*\.ts$/.test(name));
  const last = files.toSorted().at(-1) ?? '';
  rmSync(path.join(root, 'migrations', last));
  return { root, unknown: last.slice(0, -3), remove: () => rmSync(root, { recursive: true, force: true }) };
}
