/**
 * Writes the lists of rails, gateways, steps, pages, routes and jobs from the folders that exist.
 *
 *     npm run registries              writes them
 *     npm run registries -- --check   changes nothing; exit 1 when a list is stale or a folder lacks a file
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findEntries } from './generate-registries/find-entries.ts';
import { type Registry, registryTable } from './generate-registries/registry-table.ts';
import { renderRegistry } from './generate-registries/render-registry.ts';

export interface RegistryReport {
  readonly problems: readonly string[];
  /** Outputs whose text differs from the folders. */
  readonly stale: readonly string[];
}

/** Compares every list with the folders below `root`; with `write`, updates the stale ones. */
export function generateRegistries(root: string, table: readonly Registry[], write: boolean): RegistryReport {
  const made = table
    .filter(({ output }) => existsSync(path.join(root, path.dirname(output))))
    .map((registry) => makeRegistry(root, registry));
  const stale = made.filter(({ output, text }) => readIfThere(path.join(root, output)) !== text);
  if (write) for (const { output, text } of stale) writeFileSync(path.join(root, output), text);
  return { problems: [...new Set(made.flatMap(({ problems }) => problems))], stale: stale.map(({ output }) => output) };
}

function makeRegistry(root: string, { output, lists }: Registry) {
  const folder = path.posix.dirname(output);
  const found = lists.map((list) => ({ list, ...findEntries(root, folder, list) }));
  const problems = found.flatMap((one) => one.problems.map((problem) => `${problem} (needed by ${output})`));
  return { output, text: renderRegistry(found), problems };
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const { problems, stale } = generateRegistries(path.resolve(import.meta.dirname, '..'), registryTable, !check);
  for (const problem of problems) console.error(problem);
  for (const output of stale) console.error(check ? `${output} is stale: run npm run registries` : `${output} written`);
  process.exitCode = problems.length > 0 || (check && stale.length > 0) ? 1 : 0;
}
