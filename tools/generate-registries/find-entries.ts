import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RegistryList } from './registry-table.ts';

export interface Entry {
  readonly id: string;
  /** From the output's folder, with forward slashes. */
  readonly file: string;
}

export interface Found {
  readonly entries: readonly Entry[];
  /** Problems of the folders; each line names the file to add or rename. */
  readonly problems: readonly string[];
}

const goodId = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The entries of one list below `folder` (the output's folder, from `root`), sorted by id. An id occurs once in a list. */
export function findEntries(root: string, folder: string, list: RegistryList): Found {
  const patterns = [list.file, ...(list.also ?? [])].flatMap((pattern) => withSubfolders(root, folder, pattern));
  const found = patterns.map((file) => findInFolder(root, folder, { ...list, file }));
  const entries = found.flatMap((one) => one.entries).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const twice = entries.filter(({ id }, index) => entries[index + 1]?.id === id);
  return {
    entries,
    problems: [
      ...found.flatMap(({ problems }) => problems),
      ...twice.map(({ id, file }) => `${file}: the id ${id} is taken`),
    ],
  };
}

/** A pattern with a `*` segment stands for one pattern per subfolder. */
function withSubfolders(root: string, folder: string, pattern: string): string[] {
  const [before, after] = pattern.split('*/');
  if (before === undefined || after === undefined) return [pattern];
  const base = `${folder}/${before}`;
  return existsSync(path.join(root, base)) ? folderNames(root, base).map((name) => `${before}${name}/${after}`) : [];
}

function findInFolder(root: string, folder: string, list: RegistryList): Found {
  const [before, after] = splitAtFirstId(list.file);
  const base = `${folder}/${before}`;
  if (!existsSync(path.join(root, base))) return { entries: [], problems: [] };
  const ids = after.startsWith('/') ? folderNames(root, base) : fileIds(root, base, after);

  const badIds = ids.filter((id) => !goodId.test(id));
  const problems = badIds.map((id) => `${base}${id}: a name in kebab-case is needed`);
  const entries = ids
    .filter((id) => goodId.test(id))
    .map((id) => ({ id, file: list.file.replaceAll('<id>', id) }))
    .filter((entry) => {
      const exists = existsSync(path.join(root, folder, entry.file));
      const others = (list.unless ?? []).map((file) => file.replaceAll('<id>', entry.id));
      const hasOther = others.some((other) => existsSync(path.join(root, folder, other)));
      if (!exists && list.needed && !hasOther) problems.push(`${path.posix.join(folder, entry.file)} is missing`);
      return exists;
    });
  return { entries, problems };
}

function splitAtFirstId(pattern: string): [string, string] {
  const at = pattern.indexOf('<id>');
  if (at < 0) throw new Error(`the pattern ${pattern} has no <id>`);
  return [pattern.slice(0, at), pattern.slice(at + '<id>'.length)];
}

function folderNames(root: string, base: string): string[] {
  const entries = readdirSync(path.join(root, base), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Files `<id><ending>`, without generated ones and tests. */
function fileIds(root: string, base: string, ending: string): string[] {
  const entries = readdirSync(path.join(root, base), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .filter((entry) => !/\.(test|generated)\.tsx?$/.test(entry.name))
    .map((entry) => entry.name.slice(0, -ending.length))
    .sort();
}
