import { withoutComments } from './source-text.ts';

const builder = /\.(?:insertInto|updateTable|deleteFrom)\(\s*['"`](\w+)/g;
const raw = /\b(?:insert into|update|delete from)\s+([a-z_]+)\b/g;

/** Tables that more than one subject writes, as `table: subject, subject`. A layer of payments counts as a subject. */
export function tablesOfManyOwners(sources: ReadonlyMap<string, string>): string[] {
  const texts = [...sources].map(([file, source]) => [subjectOf(file), withoutComments(source)] as const);
  const built = texts.flatMap(([subject, text]) =>
    [...text.matchAll(builder)].map((hit) => [hit[1] ?? '', subject] as const),
  );
  const tables = new Set(built.map(([table]) => table));
  // A word after `update` is a table only if the builders know it: `for update skip locked` names none.
  const written = texts.flatMap(([subject, text]) =>
    [...text.matchAll(raw)].map((hit) => [hit[1] ?? '', subject] as const).filter(([table]) => tables.has(table)),
  );
  const owners = new Map<string, Set<string>>();
  for (const [table, subject] of [...built, ...written])
    owners.set(table, (owners.get(table) ?? new Set()).add(subject));
  return [...owners]
    .filter(([, subjects]) => subjects.size > 1)
    .map(([table, subjects]) => `${table}: ${[...subjects].sort().join(', ')}`)
    .sort();
}

/** The folder of a file below `src/domain`, two deep at most; any other file's own folder below `src`. */
function subjectOf(file: string): string {
  const folders = file
    .replace(/^src\/(domain\/)?/, '')
    .split('/')
    .slice(0, -1);
  return folders.slice(0, 2).join('/');
}
