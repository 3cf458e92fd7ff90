import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { PrivacyContext } from './context.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import { exportedTables } from './exported-tables.ts';
import { attemptIdsOf, exportedRows, idsOfPerson, subscriptionIdsOf } from './person.repository.server.ts';

/** What is stored about a person, section by section; each row as it is stored. */
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
 * Everything that is stored about the person of an account (LGPD art. 18, II and V): amounts in minor units, times in UTC.
 * Secrets that open or charge something are left out; they are no personal data.
 */
export async function exportData(ctx: PrivacyContext, account: BuyerAccount): Promise<PersonalData> {
  const ids = await idsOfPerson(ctx.db, account);
  const [attempts, subscriptions] = await Promise.all([
    attemptIdsOf(ctx.db, ids.orders),
    subscriptionIdsOf(ctx.db, ids.leads),
  ]);
  const keys = { ...ids, attempts, subscriptions, account: [account.id] };
  const sections: PersonalSection[] = [];
  for (const { id, table, column, of, secret } of exportedTables) {
    const rows = await exportedRows(ctx.db, { table, column }, keys[of]);
    sections.push({ id, rows: rows.map((row) => withoutSecrets(row, secret)) });
  }
  return { exportedAt: ctx.clock.now().toISOString(), school: account.brand, email: account.email, sections };
}

function withoutSecrets(row: object, secret: readonly string[]): JsonObject {
  const kept = Object.entries(row).filter(([name]) => !secret.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]));
}

/** A value as JSON: minor units as numbers, times as text. */
function plain(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  // PostgreSQL's `-infinity`.
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
