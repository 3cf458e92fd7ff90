import { expect } from 'vitest';
import type { TestDatabase } from './database.server.ts';

/** Every table and column, in every schema of ours, in which a text is found, whatever its case. */
export async function placesOf(database: TestDatabase, text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ schema: string; table: string; column: string }>(
    `select table_schema as schema, table_name as table, column_name as column from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema')
       and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'inet') or udt_name = 'citext')`,
  );
  expect(rows.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const { rows: hits } = await database.pool.query(
      `select 1 from "${schema}"."${table}" where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
