import { withoutComments } from './source-text.ts';

const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|(?<![\w.])sql(<[^`]{1,600}>)?`/;

/** Files of the domain and the apps with SQL that are not `*.repository.server.ts`. */
export function sqlOutsideRepositories(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file]) => /^src\/(domain|apps)\//.test(file) && !file.endsWith('.repository.server.ts'))
    .filter(([, source]) => statement.test(withoutComments(source)))
    .map(([file]) => file);
}
