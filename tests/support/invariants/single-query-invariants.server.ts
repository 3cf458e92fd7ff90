import type { Pool } from 'pg';

/** Promises that one question to the database answers. */

/** I4: nobody can change a line of the books. */
export async function ledgerIsImmutable(pool: Pool): Promise<string[]> {
  const { rowCount } = await pool.query(
    `select 1 from pg_trigger where tgrelid = 'ledger_transfers'::regclass and tgname = 'ledger_is_append_only' and tgenabled = 'O'`,
  );
  return rowCount === 1 ? [] : ['I4: the ledger can be changed'];
}

/** A voucher's counter is what orders hold of it, and never above its limit. */
export async function i7(pool: Pool, voucherLimits: Readonly<Record<string, number>>): Promise<string[]> {
  const { rows } = await pool.query<{ code: string; used: bigint; held: bigint }>(
    `select v.code, v.used, (select count(*) from voucher_uses u
       where u.brand = v.brand and u.code = v.code and u.released_at is null) as held from vouchers v`,
  );
  return rows.flatMap(({ code, used, held }) => {
    const limit = voucherLimits[code];
    if (limit !== undefined && held > BigInt(limit))
      return [`I7: ${code} is used ${held} times, its limit is ${limit}`];
    return used === held ? [] : [`I7: ${code} counts ${used} uses and has ${held}`];
  });
}

/** A period of a subscription is charged at most once. */
export async function i14OfSubscriptions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ subscription_id: string; due_on: string }>(
    `select i.subscription_id, i.due_on::text from invoices i join orders o on o.session_id = i.session_id and o.state = 'paid'
     where i.subscription_id is not null group by 1, 2 having count(*) > 1`,
  );
  return rows.map(({ subscription_id, due_on }) => `I14: ${subscription_id} paid ${due_on} twice`);
}
