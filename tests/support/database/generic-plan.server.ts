import type { PoolClient } from 'pg';

/**
 * The plan that PostgreSQL keeps for a statement whatever its parameters are, as text. Version 15 has no `explain
 * (generic_plan)`: the statement is prepared. Ends with the client's own settings changed: release it with `true`.
 */
export async function genericPlan(client: PoolClient, statement: string): Promise<string> {
  await client.query(`deallocate all; set plan_cache_mode = force_generic_plan; prepare explained as ${statement}`);
  const parameters = new Set(statement.match(/\$\d+/g)).size;
  const values = Array.from({ length: parameters }, () => 'null').join(', ');
  const call = parameters === 0 ? 'explained' : `explained(${values})`;
  const { rows } = await client.query<Record<string, string>>(`explain execute ${call}`);
  return rows.flatMap((row) => Object.values(row)).join('\n');
}
