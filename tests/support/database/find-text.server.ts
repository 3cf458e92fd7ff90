import { expect } from 'vitest';
import type { TestDatabase } from './database.server.ts';

/** Every table and column, in every schema of ours, in which a text is found, or any of some texts, whatever their case. */
export async function placesOf(database: TestDatabase, text: string | readonly string[]): Promise<string[]> {
  const texts = [text].flat().map((one) => one.toLowerCase());
  const { rows } = await database.pool.query<{ schema: string; table: string; column: string }>(
    `select table_schema as schema, table_name as table, column_name as column from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema')
       and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'inet') or udt_name = 'citext')`,
  );
  expect(rows.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const { rows: hits } = await database.pool.query(
      `select 1 from "${schema}"."${table}" where exists (
         select from unnest($1::text[]) as wanted where strpos(lower("${column}"::text), wanted) > 0) limit 1`,
      [texts],
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
