import { secretColumns } from '#src/domain/database/index.server.ts';
import { grantReads, ownRole, roleOf } from '#src/kernel/db/app-role.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { usesTransactionPooling } from '#src/kernel/db/pooler-mode.server.ts';
import { StartupError } from '#src/kernel/env/startup-error.server.ts';
import type { Log } from '#src/kernel/log/log.server.ts';

/** The console's role on the embedded server. */
const readerRole = 'matricula_console';

interface ReadPlaces {
  /** `CONSOLE_READ_URL`; null: none. */
  readonly readUrl: string | null;
  readonly database: DatabaseAddress;
  /** The same in the role that owns its tables; null where this process has no such role. */
  readonly owner: DatabaseAddress | null;
}

/**
 * Where the console reads. On the embedded server that is a role of its own, which may read all but secrets; with
 * `CONSOLE_READ_URL` the role of that address gets the same rights from the tables' owner, where it is another than the
 * product's; `npm run migrate` does the same. An external
 * database without that address is read in the product's role: only its administrator makes roles. An address that does not
 * answer now stops no start: its role keeps the rights that it has. Throws `StartupError` where a pooler shares its sessions:
 * read-only would stay with those of others.
 */
export async function consoleReadAddress(
  { readUrl, database, owner }: ReadPlaces,
  log: Pick<Log, 'warn'>,
): Promise<DatabaseAddress> {
  if (readUrl === null) {
    if (owner === null || 'connectionString' in owner) return database;
    const reader = await ownRole(owner, readerRole);
    await grantReads(owner, reader.user, secretColumns);
    return reader;
  }
  const address = { connectionString: readUrl };
  const found = await lookAt(address).catch((error: unknown) => {
    log.warn('console-read-address-away', { error });
    return null;
  });
  if (found?.isShared)
    throw new StartupError(
      'A pooler in front of CONSOLE_READ_URL shares sessions (PgBouncer with pool_mode = transaction or statement). ' +
        'Set pool_mode = session, or connect to PostgreSQL directly.',
    );
  if (owner === null || found === null) return address;
  const others = [await roleOf(database), await roleOf(owner)];
  if (!others.includes(found.role)) await grantReads(owner, found.role, secretColumns);
  return address;
}

async function lookAt(address: DatabaseAddress): Promise<{ readonly role: string; readonly isShared: boolean }> {
  return { role: await roleOf(address), isShared: await usesTransactionPooling(address) };
}
