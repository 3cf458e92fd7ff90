import type { TestDatabase } from '../database/database.server.ts';
import type { ConsoleUser } from './console-world.server.ts';

/** Writes people of a console world into the tables, with their grants, as a directory's groups would give them. */
export async function enrollStaff({ pool }: TestDatabase, ...users: readonly ConsoleUser[]): Promise<void> {
  for (const { actor } of users) {
    const { accountId, name, email, grants } = actor;
    await pool.query(
      `insert into staff_accounts (id, issuer, subject, email, name, locale, created_at, signed_in_at)
       values ($1, 'https://directory.school.example', $1, $2, $3, 'pt-BR', now(), now())`,
      [accountId, email, name],
    );
    for (const { role, scope } of grants)
      await pool.query(
        `insert into staff_grants (id, account_id, role, scope, source, granted_at) values ($1, $2, $3, $4, 'directory', now())`,
        [`${accountId}-${role}-${scope}`, accountId, role, scope],
      );
  }
}
