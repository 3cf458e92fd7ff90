import type { Pool } from 'pg';
import { type SandboxRecords, readSandboxRecords } from '../invariants/invariants.server.ts';

/**
 * What the school's own units have written down, in the shape of a book outside: for them the tables of claims are the
 * truth, as a company's book is for what that company moved.
 */
async function readUnits(pool: Pool): Promise<SandboxRecords> {
  const charges = await pool.query<{ id: string; reference: string; status: string; amount: bigint; currency: string }>(
    'select id, attempt_id as reference, state as status, amount, currency from in_person_payments',
  );
  const movements = await pool.query<{ id: string; chargeId: string; kind: string; amount: bigint; currency: string }>(
    'select id, in_person_payment_id as "chargeId", kind, amount, currency from in_person_movements',
  );
  const inUnits = <T extends { readonly amount: bigint }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, amount: Number(row.amount) }));
  return { charges: inUnits(charges.rows), movements: inUnits(movements.rows) };
}

/** All that anybody outside has written down: the companies at the sandbox's address, and the school's own units. */
export async function readUnitRecords(pool: Pool, sandbox: string): Promise<SandboxRecords> {
  const [companies, units] = [await readSandboxRecords(sandbox), await readUnits(pool)];
  return {
    charges: [...companies.charges, ...units.charges],
    movements: [...companies.movements, ...units.movements],
  };
}
