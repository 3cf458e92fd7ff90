import type { Pool } from 'pg';
import {
  invariantViolations,
  type SandboxRecords,
  readSandboxRecords,
} from '#tests/support/invariants/invariants.server.ts';
import type { BuyerReport } from './shop.ts';

interface PaidRow {
  readonly id: string;
  readonly state: string;
  readonly attempt_id: string;
  readonly attempt_state: string;
  readonly reference: string | null;
}

const tables = { lead: 'leads', quote: 'quotes', order: 'orders' } as const;

/**
 * What buyers were told and is not so: by SQL in the product's tables, and in the book of the company that has the money. No
 * code of the product's is asked.
 */
export async function lostPurchases(
  pool: Pool,
  book: SandboxRecords,
  reported: readonly BuyerReport[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const kind of ['lead', 'quote', 'order'] as const) {
    const ids = reported.filter((one) => one.kind === kind).map(({ id }) => id);
    const { rows } = await pool.query<{ id: string }>(`select id from ${tables[kind]} where id = any($1)`, [ids]);
    const there = new Set(rows.map(({ id }) => id));
    lost.push(...ids.filter((id) => !there.has(id)).map((id) => `${kind} ${id} was answered and is not there`));
  }
  const paid = reported.filter((one) => one.kind === 'paid');
  const { rows } = await pool.query<PaidRow>(
    `select o.id, o.state, a.id as attempt_id, a.state as attempt_state, a.reference
       from orders o join attempts a on a.order_id = o.id where o.id = any($1)`,
    [paid.map(({ id }) => id)],
  );
  return [...lost, ...paid.flatMap((one) => lostPayment(one, rows, book))];
}

function lostPayment(
  { id, attemptId, amount }: Extract<BuyerReport, { kind: 'paid' }>,
  rows: readonly PaidRow[],
  book: SandboxRecords,
): string[] {
  const row = rows.find((one) => one.attempt_id === attemptId);
  if (!row) return [`payment ${attemptId} of ${id} was answered and is not there`];
  if (row.state !== 'paid' || row.attempt_state !== 'captured')
    return [`payment ${attemptId} was answered as paid and is ${row.attempt_state}, its order ${row.state}`];
  const charges = book.charges.filter(({ id: own, reference }) => own === row.reference || reference === attemptId);
  const names = new Set(charges.map((charge) => charge.id));
  const taken = book.movements.filter(({ chargeId, kind }) => kind === 'capture' && names.has(chargeId));
  const sum = taken.reduce((total, one) => total + one.amount, 0);
  return taken.length === 1 && sum === amount
    ? []
    : [`payment ${attemptId}: ${taken.length} captures of ${sum} in all`];
}

/** What is lost and which promises are broken, once the product's jobs had `patienceMs` to put in order what was open. */
export async function checkRun(
  pool: Pool,
  sandbox: string,
  reported: readonly BuyerReport[],
  patienceMs: number,
): Promise<{ readonly lost: readonly string[]; readonly broken: readonly string[]; readonly settledMs: number }> {
  const began = Date.now();
  for (;;) {
    const book = await readSandboxRecords(sandbox);
    const lost = await lostPurchases(pool, book, reported);
    const broken = await invariantViolations(pool, book, { now: new Date() });
    const settledMs = Date.now() - began;
    if ((lost.length === 0 && broken.length === 0) || settledMs > patienceMs) return { lost, broken, settledMs };
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}
