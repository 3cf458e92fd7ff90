import type { ProductUnderTest } from './product.server.ts';
import { runScenariosOverHttp } from './run-scenarios.server.ts';

/** A fault of the product's: a trigger of its database does what its code does not. */
interface Fault {
  /** The game that must find it. */
  readonly scenario: string;
  readonly table: string;
  readonly when: string;
  readonly does: string;
}

/** Every one must be found by the game that plays it. */
export const plantedBugs: Readonly<Record<string, Fault>> = {
  'a lost e-mail': {
    ...{
      scenario: 'purchase',
      table: 'emails',
      when: "after insert on emails for each row when (new.kind = 'order-paid')",
    },
    does: 'delete from emails where emails.id = new.id; return null;',
  },
  'a capture that is not recorded': {
    ...{ scenario: 'question', table: 'attempts' },
    when: "before update on attempts for each row when (old.state = 'awaiting-buyer' and new.state = 'captured')",
    does: 'return null;',
  },
  'a cooling-off request without refund': {
    ...{ scenario: 'regret', table: 'cooling_off_requests', when: 'after insert on cooling_off_requests for each row' },
    does: 'delete from refund_parts where request_id = new.refund_id; return null;',
  },
  'lost payout details': {
    ...{ scenario: 'regret', table: 'payout_details', when: 'before insert on payout_details for each row' },
    does: 'return null;',
  },
  'an authorization of points that is not voided': {
    ...{ scenario: 'points', table: 'attempts' },
    when: "before update on attempts for each row when (new.gateway = 'points-club' and new.void_state = 'requested')",
    does: 'new.void_state = null; return new;',
  },
  'a refund without its points': {
    ...{ scenario: 'points', table: 'refund_parts', when: 'after insert on refund_parts for each row' },
    does: `delete from refund_parts where id = new.id
      and exists (select 1 from attempts a where a.id = new.attempt_id and a.gateway = 'points-club'); return null;`,
  },
  'a pause without effect': {
    ...{ scenario: 'subscription', table: 'subscriptions' },
    when: "before update on subscriptions for each row when (new.state = 'paused' and old.state = 'active')",
    does: "new.state = 'active'; return new;",
  },
  'a paid plan change without effect': {
    ...{ scenario: 'change of plan', table: 'subscriptions' },
    when: 'before update on subscriptions for each row when (new.plan_id <> old.plan_id)',
    does: 'new.plan_id = old.plan_id; new.amount = old.amount; new.period_months = old.period_months; return new;',
  },
  'a lost plan change of the next billing period': {
    ...{ scenario: 'change of plan', table: 'subscriptions' },
    when: 'before update on subscriptions for each row when (new.next_plan_id is not null and old.next_plan_id is null)',
    does: 'new.next_plan_id = null; new.next_amount = null; new.next_period_months = null; return new;',
  },
  'a plan change that is not reverted': {
    ...{ scenario: 'change of plan', table: 'plan_changes' },
    when: "before update on plan_changes for each row when (new.state = 'reverted')",
    does: 'return null;',
  },
  'a voucher use that is not counted': {
    ...{ scenario: 'last use', table: 'vouchers' },
    when: 'before update on vouchers for each row when (new.used > old.used)',
    does: 'new.used = old.used; return new;',
  },
  'a one-click purchase that is not delivered': {
    ...{ scenario: 'one click', table: 'orders' },
    when: "before update on orders for each row when (new.parent_order_id is not null and new.state = 'paid')",
    does: 'return null;',
  },
  'a dispute without its ledger line': {
    ...{ scenario: 'dispute', table: 'ledger_transfers' },
    when: "before insert on ledger_transfers for each row when (new.kind like 'dispute-principal')",
    does: 'return null;',
  },
};

/** Plants a fault, plays its game, takes it out again. Null: it was not found. */
export async function findPlantedBugs(
  installation: ProductUnderTest,
  name: string,
  { sequences, seed }: { readonly sequences: number; readonly seed: number },
): Promise<string | null> {
  const fault = plantedBugs[name];
  if (!fault) throw new Error(`No fault is called ${name}`);
  const { scenario, table, when, does } = fault;
  await installation.pool.query(
    `create function model_fault() returns trigger language plpgsql as $$ begin ${does} end $$;
     create trigger model_fault ${when} execute function model_fault()`,
  );
  try {
    return await runScenariosOverHttp(installation, {
      sequences,
      seed,
      only: [scenario],
      isQuick: true,
      isPlanted: true,
    });
  } finally {
    await installation.pool.query(`drop trigger model_fault on ${table}; drop function model_fault()`);
  }
}
