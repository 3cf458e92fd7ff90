import { withoutComments } from './source-text.ts';

const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|(?<![\w.])sql(<[^`]{1,600}>)?`/;

/** Files of the domain that speak SQL and are no `*.repository.server.ts`. */
export function sqlOutsideRepositories(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file]) => file.startsWith('src/domain/') && !file.endsWith('.repository.server.ts'))
    .filter(([, source]) => statement.test(withoutComments(source)))
    .map(([file]) => file);
}
