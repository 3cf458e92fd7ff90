import type { Pool } from 'pg';
import { type OutsideBook, readOutside } from './invariants.server.ts';

/**
 * What the school's own units have written down, in the shape of a book outside: for them the tables of claims are the
 * truth, as a company's book is for what that company moved.
 */
async function readDesk(pool: Pool): Promise<OutsideBook> {
  const charges = await pool.query<{ id: string; reference: string; status: string; amount: bigint; currency: string }>(
    'select id, attempt_id as reference, state as status, amount, currency from claims',
  );
  const movements = await pool.query<{ id: string; chargeId: string; kind: string; amount: bigint; currency: string }>(
    'select id, claim_id as "chargeId", kind, amount, currency from claim_movements',
  );
  const inUnits = <T extends { readonly amount: bigint }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, amount: Number(row.amount) }));
  return { charges: inUnits(charges.rows), movements: inUnits(movements.rows) };
}

/** All that anybody outside has written down: the companies at the sandbox's address, and the school's own units. */
export async function readBooks(pool: Pool, sandbox: string): Promise<OutsideBook> {
  const [companies, desk] = [await readOutside(sandbox), await readDesk(pool)];
  return {
    charges: [...companies.charges, ...desk.charges],
    movements: [...companies.movements, ...desk.movements],
  };
}
