import {
  type KyselyPlugin,
  type OnConflictNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type SelectQueryNode,
  sql,
} from 'kysely';
import type { TestDatabase } from './database.server.ts';

/** Takes every row lock out of the queries: what the code would be if somebody forgot them. */
class WithoutLocks extends OperationNodeTransformer implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs) {
    return this.transformNode(node);
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const { endModifiers, ...rest } = super.transformSelectQuery(node);
    return endModifiers ? rest : node;
  }
}

/**
 * The planted bug of the race tests: no locks in the code and no "at most once" in the database. A race test that
 * stays green here proves nothing.
 */
export async function withoutRowLocks(database: TestDatabase): Promise<TestDatabase> {
  await sql`
    drop index attempts_one_open;
    drop index orders_one_per_session;
    alter table attempts drop constraint attempts_order_id_number_key;
    alter table idempotency_keys drop constraint idempotency_keys_pkey;
    alter table ledger_transfers drop constraint ledger_transfers_gateway_movement_id_kind_key;
    alter table ledger_transfers add unique (gateway, movement_id, kind, id);
    alter table reconciliation_exceptions drop constraint reconciliation_exceptions_attempt_id_movement_id_kind_key;
    alter table refunds drop constraint refunds_gateway_movement_id_key;
    alter table disputes drop constraint disputes_gateway_movement_id_key;
  `.execute(database.db);
  return { ...database, db: database.db.withPlugin(new WithoutLocks()) };
}

/** Takes the condition out of every "insert, or else change if": a counter that no longer looks at its limit. */
class WithoutLimits extends WithoutLocks {
  protected override transformOnConflict(node: OnConflictNode): OnConflictNode {
    const { updateWhere, ...rest } = super.transformOnConflict(node);
    return updateWhere ? rest : node;
  }
}

/** The planted bug of whoever sells more seats than there are: no lock, no limit, no rule in the database. */
export async function withoutSeatLimits(database: TestDatabase): Promise<TestDatabase> {
  await sql`alter table seat_pools drop constraint seat_pools_check`.execute(database.db);
  return { ...database, db: database.db.withPlugin(new WithoutLimits()) };
}
