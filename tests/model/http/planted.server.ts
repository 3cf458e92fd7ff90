import type { House } from './house.server.ts';
import { playOverHttp } from './play.server.ts';

/** A fault of the product's: a trigger of its database does what its code does not. */
interface Fault {
  /** The game that must find it. */
  readonly game: string;
  readonly table: string;
  readonly when: string;
  readonly does: string;
}

/** Every one must be found by the game that plays it. */
export const planted: Readonly<Record<string, Fault>> = {
  'a letter that is lost': {
    ...{
      game: 'purchase',
      table: 'messages',
      when: "after insert on messages for each row when (new.kind = 'order-paid')",
    },
    does: 'delete from messages where messages.id = new.id; return null;',
  },
  'a bank’s yes is not heard': {
    ...{ game: 'question', table: 'attempts' },
    when: "before update on attempts for each row when (old.state = 'awaiting-buyer' and new.state = 'captured')",
    does: 'return null;',
  },
  'a withdrawal gives nothing back': {
    ...{ game: 'regret', table: 'withdrawals', when: 'after insert on withdrawals for each row' },
    does: 'delete from refund_parts where request_id = new.refund_id; return null;',
  },
  'where to is forgotten': {
    ...{ game: 'regret', table: 'payout_details', when: 'before insert on payout_details for each row' },
    does: 'return null;',
  },
  'points that were reserved are kept': {
    ...{ game: 'points', table: 'attempts' },
    when: "before update on attempts for each row when (new.gateway = 'points-club' and new.release_state = 'wanted')",
    does: 'new.release_state = null; return new;',
  },
  'points do not come back': {
    ...{ game: 'points', table: 'refund_parts', when: 'after insert on refund_parts for each row' },
    does: `delete from refund_parts where id = new.id
      and exists (select 1 from attempts a where a.id = new.attempt_id and a.gateway = 'points-club'); return null;`,
  },
  'a pause is not kept': {
    ...{ game: 'subscription', table: 'subscriptions' },
    when: "before update on subscriptions for each row when (new.state = 'paused' and old.state = 'active')",
    does: "new.state = 'active'; return new;",
  },
  'a change that was paid for is not made': {
    ...{ game: 'change of plan', table: 'subscriptions' },
    when: 'before update on subscriptions for each row when (new.plan_id <> old.plan_id)',
    does: 'new.plan_id = old.plan_id; new.amount = old.amount; new.period_months = old.period_months; return new;',
  },
  'what was agreed to for the next term is forgotten': {
    ...{ game: 'change of plan', table: 'subscriptions' },
    when: 'before update on subscriptions for each row when (new.next_plan_id is not null and old.next_plan_id is null)',
    does: 'new.next_plan_id = null; new.next_amount = null; new.next_period_months = null; return new;',
  },
  'a change that was gone back on stays': {
    ...{ game: 'change of plan', table: 'plan_changes' },
    when: "before update on plan_changes for each row when (new.state = 'undone')",
    does: 'return null;',
  },
  'the last use is not counted': {
    ...{ game: 'last use', table: 'vouchers' },
    when: 'before update on vouchers for each row when (new.used > old.used)',
    does: 'new.used = old.used; return new;',
  },
  'what one click bought is not delivered': {
    ...{ game: 'one click', table: 'orders' },
    when: "before update on orders for each row when (new.parent_order_id is not null and new.state = 'paid')",
    does: 'return null;',
  },
  'a dispute takes nothing from the books': {
    ...{ game: 'dispute', table: 'ledger_transfers' },
    when: "before insert on ledger_transfers for each row when (new.kind like 'dispute-principal')",
    does: 'return null;',
  },
};

/** Plants a fault, plays its game, takes it out again. Null: it was not found. */
export async function findPlanted(
  house: House,
  name: string,
  { sequences, seed }: { readonly sequences: number; readonly seed: number },
): Promise<string | null> {
  const fault = planted[name];
  if (!fault) throw new Error(`No fault is called ${name}`);
  const { game, table, when, does } = fault;
  await house.pool.query(
    `create function model_fault() returns trigger language plpgsql as $$ begin ${does} end $$;
     create trigger model_fault ${when} execute function model_fault()`,
  );
  try {
    return await playOverHttp(house, { sequences, seed, only: [game], isQuick: true, isPlanted: true });
  } finally {
    await house.pool.query(`drop trigger model_fault on ${table}; drop function model_fault()`);
  }
}
