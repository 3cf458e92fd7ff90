import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { PrivacyContext } from './context.server.ts';
import { type BuyerAccount, idsOfPerson, type PersonIds } from './buyer-account.repository.server.ts';
import { exportedTables } from './exported-tables.ts';

/** What is kept about somebody, section by section; each row is the row that is kept. */
export interface PersonalData {
  readonly exportedAt: string;
  readonly school: string;
  readonly email: string;
  readonly sections: readonly PersonalSection[];
}

export interface PersonalSection {
  readonly id: string;
  readonly rows: readonly JsonObject[];
}

/**
 * Everything that is kept about the person of a page, as it is kept (LGPD art. 18, II and V): amounts in minor units,
 * times in UTC. Secrets that open or charge something are left out; they say nothing of anybody.
 */
export async function exportData(ctx: PrivacyContext, page: BuyerAccount): Promise<PersonalData> {
  const ids = await idsOfPerson(ctx.db, page);
  const [attempts, subscriptions] = await Promise.all([attemptsOf(ctx, ids), subscriptionsOf(ctx, ids)]);
  const keys = { ...ids, attempts, subscriptions, page: [page.id] };
  const sections: PersonalSection[] = [];
  for (const { id, table, column, of, secret } of exportedTables) {
    sections.push({ id, rows: await rowsOf(ctx, { table, column, keys: keys[of], secret }) });
  }
  return { exportedAt: ctx.clock.now().toISOString(), school: page.brand, email: page.email, sections };
}

async function attemptsOf({ db }: PrivacyContext, { orders }: PersonIds): Promise<readonly string[]> {
  if (orders.length === 0) return [];
  const rows = await db.selectFrom('attempts').select('id').where('order_id', 'in', orders).execute();
  return rows.map(({ id }) => id);
}

async function subscriptionsOf({ db }: PrivacyContext, { leads }: PersonIds): Promise<readonly string[]> {
  if (leads.length === 0) return [];
  const rows = await db.selectFrom('subscriptions').select('id').where('lead_id', 'in', leads).execute();
  return rows.map(({ id }) => id);
}

async function rowsOf(
  { db }: PrivacyContext,
  asked: {
    readonly table: (typeof exportedTables)[number]['table'];
    readonly column: string;
    readonly keys: readonly string[];
    readonly secret: readonly string[];
  },
): Promise<JsonObject[]> {
  const { table, column, keys, secret } = asked;
  if (keys.length === 0) return [];
  const rows = await db.selectFrom(table).selectAll().where(db.dynamic.ref<string>(column), 'in', keys).execute();
  return rows.map((row) => {
    const kept = Object.entries(row).filter(([name]) => !secret.includes(name));
    return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]));
  });
}

/** As JSON takes it: minor units as numbers, times as text. */
function plain(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  // A time before all others is none.
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
