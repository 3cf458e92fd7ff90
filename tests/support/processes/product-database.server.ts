import type { Pool } from 'pg';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';
import type { Product } from './product.server.ts';

/** A pool of two connections to the database of a product that runs, in the role that owns it. */
export async function openPool({ dataDir, databaseUrl }: Pick<Product, 'dataDir' | 'databaseUrl'>): Promise<Pool> {
  if (databaseUrl !== null) return createPool({ connectionString: databaseUrl }, { max: 2 });
  const running = await startServerOnFolder({ dataDir, dataDirIsDefault: false });
  if (!running.ok) throw new Error(running.error.message);
  return createPool({ ...running.value.maintenance, database: 'matricula' }, { max: 2 });
}
