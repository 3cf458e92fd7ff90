import type { Entry } from './find-entries.ts';
import type { RegistryList } from './registry-table.ts';

export interface FilledList {
  readonly list: RegistryList;
  readonly entries: readonly Entry[];
}

/** The text of one generated file, the same for the same folders. */
export function renderRegistry(filled: readonly FilledList[]): string {
  const imports = filled.flatMap(({ list, entries }) => [
    ...(list.argument ? [`import type { ${list.argument.type} } from '${list.argument.from}';`] : []),
    ...(list.lazy ? [] : entries.map((entry) => importLine(list, entry))),
  ]);
  const objects = filled.map(({ list, entries }) => objectText(list, entries));
  return [
    '// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.',
    ...imports,
    '',
    objects.join('\n\n'),
    '',
  ].join('\n');
}

function importLine(list: RegistryList, entry: Entry): string {
  const member = list.member.replace('<Id>', pascal(entry.id));
  return `import { ${member} as ${aliasOf(list, entry)} } from './${entry.file}';`;
}

function objectText(list: RegistryList, entries: readonly Entry[]): string {
  const { argument } = list;
  const [head, call, end] = argument
    ? [`(${argument.name}: ${argument.type}) => ({`, `(${argument.name})`, '});']
    : ['{', '', '};'];
  if (entries.length === 0) return `export const ${list.name} = ${head}${end}`;
  const valueOf = (entry: Entry): string =>
    list.lazy ? `() => import('./${entry.file}')` : `${aliasOf(list, entry)}${call}`;
  const lines = entries.map((entry) => `  ${keyOf(entry.id)}: ${valueOf(entry)},`);
  return [`export const ${list.name} = ${head}`, ...lines, end].join('\n');
}

/** A name per list and entry, so that two lists of one file may have the same id. */
function aliasOf(list: RegistryList, entry: Entry): string {
  return `${list.name}${pascal(entry.id)}`;
}

function keyOf(id: string): string {
  return /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`;
}

function pascal(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
