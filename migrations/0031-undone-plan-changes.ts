import { type Kysely, sql } from 'kysely';

/** Changes of plan that are taken back: what the subscription was before, and a state that says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a term cost, and how many months it had, before the change; absent for changes of before.
    alter table plan_changes add column from_price bigint check (from_price >= 0),
      add column from_period_months integer check (from_period_months >= 1);
    -- undone: its money went back, and the plan with it.
    alter table plan_changes drop constraint plan_changes_state_check;
    alter table plan_changes add constraint plan_changes_state_check
      check (state in ('open', 'applied', 'missed', 'withdrawn', 'undone'));
  `.execute(db);
}
