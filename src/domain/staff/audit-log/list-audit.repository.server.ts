import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { StaffScope } from '../permissions/index.ts';
import type { AuditLogRow } from './audit-day-hash.server.ts';

/** An entry as it is shown. */
export interface ListedAuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  /** Of a person of the console; null: a token, or the product itself. */
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly brand: string | null;
  readonly approvalId: string | null;
  readonly detail: JsonObject;
  /** Null: none was given, or `isReasonErased`. */
  readonly reason: string | null;
  readonly isReasonErased: boolean;
  readonly ipGroup: string;
  readonly outcome: string;
}

/** Which entries; each field narrows. */
export interface AuditFilter {
  /** The brands that the reader may see. Entries of no brand are seen with all of them, and those of `own` always. */
  readonly scope: StaffScope;
  /** The reader's own name in records. */
  readonly own: string;
  /** Entries about people, grants and sessions too: for who manages grants. */
  readonly seesPeople: boolean;
  readonly actor?: string | undefined;
  /** A whole action, or the beginning of some with a dot: `grant.`. */
  readonly action?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Where a page goes on: the last entry of the page before. */
export interface AuditCursor {
  readonly at: Date;
  readonly id: string;
}

/** Entries, newest first, `limit` at most, after a cursor. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { after, limit }: { readonly after: AuditCursor | null; readonly limit: number },
): Promise<readonly ListedAuditEntry[]> {
  const { scope, own, seesPeople, actor, action, subjectId, from, to } = filter;
  const rows = await db
    .selectFrom('audit_log')
    .selectAll('audit_log')
    .leftJoin('staff_accounts', (join) => join.on(sql<boolean>`'staff:' || staff_accounts.id = audit_log.actor`))
    .select('staff_accounts.name as actor_name')
    .where((eb) => {
      if (scope.kind === 'all') return eb.lit(true);
      const mine = [eb('actor', '=', own)];
      const people = seesPeople ? [eb('subject_kind', '=', 'staff')] : [];
      const inBrands = scope.kind === 'some' && scope.brands.length > 0 ? [eb('brand', 'in', scope.brands)] : [];
      return eb.or([...mine, ...people, ...inBrands]);
    })
    .$if(actor !== undefined, (rest) => rest.where('actor', '=', actor ?? ''))
    .$if(action !== undefined, (rest) =>
      action?.endsWith('.') === true
        ? rest.where(sql<boolean>`starts_with(action, ${action})`)
        : rest.where('action', '=', action ?? ''),
    )
    .$if(subjectId !== undefined, (rest) => rest.where('subject_id', '=', subjectId ?? ''))
    .$if(from !== undefined, (rest) => rest.where('at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (rest) => rest.where('at', '<', to ?? new Date(0)))
    .$if(after !== null, (rest) =>
      rest.where(sql<boolean>`(at, audit_log.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint)`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toListed);
}

function toListed(row: AuditLogRow & { readonly actor_name: string | null }): ListedAuditEntry {
  const { at, actor, action, brand, detail, outcome } = row;
  const { approval_id: approvalId, ip_group: ipGroup, actor_name: actorName } = row;
  return {
    ...{ id: String(row.id), at, actor, actorName, action, brand, approvalId, detail, ipGroup, outcome },
    subject: { kind: row.subject_kind, id: row.subject_id },
    reason: row.reason?.text ?? null,
    isReasonErased: row.reason_hash !== null && row.reason === null,
  };
}

/** Kinds of subjects that are a buyer's, or stand for something of theirs. */
const buyersKinds = ['order', 'lead', 'subscription', 'refund', 'dispute', 'task', 'note', 'approval'] as const;

/** Empties the words of reasons that were given for these subjects: their hashes stay in the sealed days. */
export async function eraseAuditReasons(trx: Db, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await trx
    .updateTable('audit_log')
    .set({ reason: null })
    // Found by the index of subjects.
    .where('subject_kind', 'in', buyersKinds)
    .where('subject_id', 'in', subjectIds)
    .where('reason', 'is not', null)
    .execute();
}
