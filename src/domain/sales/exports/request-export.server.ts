import { newId } from '#src/kernel/ids/ids.server.ts';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  type ApprovalRequest,
  askApproval,
  recordAudit,
  scopeOf,
  type StaffActor,
  useApproval,
} from '../../staff/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import {
  type ExportFilters,
  type ExportFormat,
  type ExportKind,
  type ExportLocale,
  filtersOfList,
  maxPeopleAlone,
} from './export.types.ts';
import { exportsUnderWay, insertExport } from './export.repository.server.ts';
import { countBuyers } from './sales-source.repository.server.ts';

export interface ExportRequest {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly locale: ExportLocale;
  /** With buyers' names, contact data and documents. */
  readonly isPersonal: boolean;
  readonly filters: ExportFilters;
  readonly reason: string;
  /** The approved request of this person for exactly these rows. */
  readonly approvalId?: string | undefined;
}

/** `making`: a worker makes it. `waiting`: a second person was asked, because it is about more than 1,000 people. */
export type RequestedExport =
  | { readonly kind: 'making'; readonly id: string }
  | { readonly kind: 'waiting'; readonly request: ApprovalRequest };

/**
 * - `export-not-offered`: there is no such list, it has no such filter, or no personal data to ask for.
 * - `too-many-exports`: so many of this person are being made already.
 * - `request-not-found`, `request-over`: the approval is of other rows, was used, or is too old.
 * - `second-person-needed`: nobody else could approve it.
 */
export type ExportFailure =
  | 'export-not-offered'
  | 'too-many-exports'
  | 'request-not-found'
  | 'request-over'
  | 'second-person-needed';

/** Exports of one person at the same time. */
const maxUnderWay = 3;

/**
 * Writes an export, its audit entry and its job, or nothing. Rows about more than 1,000 people need a second person: the
 * first call asks for one, and after the approval the same call with `approvalId` makes the file. The scope is that of now.
 */
export async function requestExport(
  ctx: SalesContext,
  actor: StaffActor,
  asked: ExportRequest,
): Promise<Result<RequestedExport, ExportFailure>> {
  const { kind, isPersonal, filters, approvalId } = asked;
  if (isPersonal && kind === 'ledger') return err('export-not-offered');
  const known: readonly string[] = filtersOfList[kind];
  if (Object.keys(filters).some((name) => !known.includes(name))) return err('export-not-offered');
  const scope = scopeOf(actor, isPersonal ? 'export.personal' : 'export.plain');
  const people = isPersonal ? await countBuyers(ctx.db, scope, filters, maxPeopleAlone) : 0;
  const now = ctx.clock.now();
  const done = await inTransaction<RequestedExport, ExportFailure>(ctx.db, async (trx) => {
    if ((await exportsUnderWay(trx, actor.accountId)) >= maxUnderWay) return err('too-many-exports');
    const payload = { list: kind, format: asked.format, filters: { ...filters }, scope: { ...scope } };
    if (people > maxPeopleAlone && approvalId === undefined) {
      const shown = { list: kind, filters: { ...filters }, people: `> ${maxPeopleAlone}` };
      const brand = filters.brands?.length === 1 ? (filters.brands[0] ?? null) : null;
      const request = {
        kind: 'export' as const,
        brand,
        payload: plain(payload),
        shown: plain(shown),
        reason: asked.reason,
      };
      const waiting = await askApproval(ctx, trx, actor, request);
      return waiting.ok ? ok({ kind: 'waiting', request: waiting.value }) : waiting;
    }
    if (people > maxPeopleAlone && approvalId !== undefined) {
      const wanted = canonicalJson(plain(payload));
      const isSame = (approved: Parameters<typeof canonicalJson>[0]): boolean => canonicalJson(approved) === wanted;
      const used = await useApproval(ctx, trx, actor, { id: approvalId, kind: 'export', isSame });
      if (!used.ok) return used;
    }
    const id = newId('exp');
    const { accountId, sessionId, ipGroup } = actor;
    const approval = people > maxPeopleAlone ? (approvalId ?? null) : null;
    await insertExport(trx, {
      ...{ id, asked_by: accountId, session_id: sessionId, ip_group: ipGroup, kind, format: asked.format },
      ...{ locale: asked.locale, is_personal: isPersonal, people, approval_id: approval, state: 'making' },
      ...{ filters: JSON.stringify(filters), scope: JSON.stringify(scope), created_at: now, chunks: 0, rows: 0n },
    });
    await recordAudit(
      trx,
      {
        ...{ actor: actor.actor, sessionId, ipGroup, action: 'export.request', subject: { kind: 'export', id } },
        ...{ brand: null, detail: { ...plain(payload), isPersonal }, reason: asked.reason, outcome: 'done' },
        ...(approval === null ? {} : { approvalId: approval }),
      },
      now,
    );
    await ctx.jobs.send(trx, 'make-export', { exportId: id });
    return ok({ kind: 'making', id });
  });
  if (done.ok && done.value.kind === 'making') ctx.staffSignals.listChanged('exports');
  return done;
}

/** JSON without the undefined members of optional filters. */
function plain(value: object): Record<string, never> {
  return JSON.parse(JSON.stringify(value));
}
