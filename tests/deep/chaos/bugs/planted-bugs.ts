import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bugs } from './bug-list.ts';
import { afterRefusal, type PlantedBug } from './planted-bug.types.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

export function bugNamed(name: string): PlantedBug {
  const found = bugs.find((bug) => bug.name === name);
  if (!found) throw new Error(`There is no bug called ${name}`);
  return found;
}

/** A file's text with its part of a bug in it; throws when the place is not there any more, or is there twice. */
export function withBug(text: string, file: string, bug: PlantedBug): string {
  return bug.patches
    .filter((patch) => patch.file === file)
    .reduce((whole, { find, replace }) => {
      if (whole.split(find).length !== 2) throw new Error(afterRefusal(bug.name, file));
      return whole.replace(find, () => replace);
    }, text);
}

/** Plants a bug in this process: files are changed as they are loaded, and nothing on the disk is. */
export function plant(name: string): void {
  const bug = bugNamed(name);
  const files = new Map(bug.patches.map(({ file }) => [pathToFileURL(path.join(root, file)).href, file]));
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const file = files.get(url);
      if (file === undefined) return loaded;
      const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: withBug(text, file, bug) };
    },
  });
}
