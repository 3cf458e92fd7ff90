import path from 'node:path';
import type { Plugin } from 'vite';
import { findEntries } from '../generate-registries/find-entries.ts';
import { registryTable } from '../generate-registries/registry-table.ts';

/** Content that only some documents of a page need: one rail's view of one kind, in a file of its own. */
export interface BuildPart {
  /** `form/pix`: kind and entry. */
  readonly id: string;
  readonly kind: string;
  /** Full path of the generated list that the part fills in the browser. */
  readonly registry: string;
  readonly list: string;
  readonly key: string;
  readonly file: string;
  readonly member: string;
}

/** Every part in the folders below `root`. */
export function listParts(root: string): BuildPart[] {
  return registryTable.flatMap(({ output, loadedApart, lists }) =>
    loadedApart === undefined
      ? []
      : lists.flatMap((list) => {
          const folder = path.posix.dirname(output);
          return findEntries(root, folder, list).entries.map(({ id, file }) => ({
            id: `${loadedApart}/${id}`,
            kind: loadedApart,
            registry: path.join(root, output),
            list: list.name,
            key: id,
            file: path.join(root, folder, file),
            member: list.member,
          }));
        }),
  );
}

const prefix = 'virtual:part/';

export function partEntry({ id }: BuildPart): string {
  return `${prefix}${id}`;
}

/**
 * In the browser's bundle a list of separately loaded views begins empty, and each view's own file adds it. The page's
 * document names the files that its data needs, and the page hydrates once they are loaded.
 */
export function partsApart(parts: readonly BuildPart[]): Plugin {
  const lists = new Map(parts.map(({ registry, list }) => [registry, list]));
  const byEntry = new Map(parts.map((part) => [`\0${partEntry(part)}`, part]));
  return {
    name: 'parts-apart',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : null),
    load(id) {
      const list = lists.get(id);
      if (list !== undefined) return `export const ${list} = {};`;
      const part = byEntry.get(id);
      if (!part) return null;
      return [
        `import { ${part.list} } from ${JSON.stringify(part.registry)};`,
        `import { ${part.member} } from ${JSON.stringify(part.file)};`,
        `${part.list}[${JSON.stringify(part.key)}] = ${part.member};`,
      ].join('\n');
    },
  };
}
