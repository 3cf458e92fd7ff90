import type { Pool } from 'pg';

/** What was counted, and where it stands in the product's tables. */
const counts: Readonly<Record<string, string>> = {
  orders: 'select count(*) from orders',
  'paid or refunded': "select count(*) from orders where state in ('paid', 'refunded')",
  withdrawals: 'select count(*) from cooling_off_requests',
  'paid out by hand': "select count(*) from refunds where gateway = 'by-hand'",
  refunds: "select count(*) from refunds where gateway <> 'by-hand'",
  disputes: 'select count(*) from disputes',
  'terms paid': "select count(*) from billing_periods where state = 'paid'",
  'terms failed': "select count(*) from billing_periods where tries > 0 and state <> 'paid'",
  'changes of plan': 'select count(*) from plan_changes',
  'changes paid for': "select count(*) from plan_changes where state in ('applied', 'reverted', 'missed')",
  'changes taken back': "select count(*) from plan_changes where state = 'reverted'",
  'changes for the next term': `select count(*) from subscription_events where event = 'plan-set' and details->>'when' = 'period-end'`,
  'paid with points': "select count(*) from attempts where gateway = 'points-club' and state = 'captured'",
  'uses of vouchers': 'select count(*) from voucher_uses',
  'bought after a purchase': "select count(*) from orders where parent_order_id is not null and state = 'paid'",
};

/** How often what matters was reached: a run that reaches nothing holds, too. */
export async function measureCoverage(pool: Pool): Promise<string> {
  const reported = await Promise.all(
    Object.entries(counts).map(async ([name, query]) => {
      const { rows } = await pool.query<{ count: string }>(query);
      return `${rows[0]?.count ?? 0} ${name}`;
    }),
  );
  return reported.join(', ');
}
