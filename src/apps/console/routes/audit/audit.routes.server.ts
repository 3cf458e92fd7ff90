import { Readable } from 'node:stream';
import { z } from 'zod';
import { permissionsOf, scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import {
  type AuditCursor,
  type AuditFilter,
  lastAuditDay,
  listAudit,
  type ListedAuditEntry,
  recordAudit,
  verifyAuditDays,
} from '#src/domain/staff/index.server.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import type { AuditItem, AuditPage, AuditVerificationView } from './audit.types.ts';

const pageSize = 50;
const exportSlice = 1_000;

const word = z.string().min(1).max(128);
const filters = {
  actor: word.optional(),
  /** A whole action, or a beginning that ends with a dot. */
  action: word.optional(),
  subject: word.optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
};
const after = z
  .string()
  .regex(/^\d{4}-[\dT:.-]+Z~\d{1,19}$/)
  .optional();

type Filters = z.output<z.ZodObject<typeof filters>>;

/** What the staff did and looked at. Everybody sees what they did themselves. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;

  app.get(
    '/audit',
    { config: { needs: 'signed-in' }, schema: { querystring: z.strictObject({ ...filters, after }) } },
    async ({ query, staff }): Promise<AuditPage> => {
      const page = { after: cursorOf(query.after), limit: pageSize + 1 };
      const rows = await listAudit(readDb, filterOf(staff, query), page);
      const entries = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? entries.at(-1) : undefined;
      return {
        entries: entries.map(toItem),
        next: last ? `${last.at.toISOString()}~${last.id}` : null,
        sealedUpTo: (await lastAuditDay(readDb))?.day ?? null,
      };
    },
  );

  app.get(
    '/audit/verification',
    { config: { needs: 'audit.view', about: 'everywhere' } },
    async (): Promise<AuditVerificationView> => {
      // Not the small pool: reading the whole log again may take longer than its 3 seconds.
      const { days, entries, head, problems } = await verifyAuditDays(ctx.db, {
        keys: ctx.signingKey?.publicKeys ?? [],
      });
      return {
        ...{ isWhole: problems.length === 0, days, entries: Number(entries), head },
        problems: problems.map(({ day, problem }) => `${day}: ${problem}`),
      };
    },
  );

  app.get(
    '/audit/export/ready',
    { config: { needs: 'audit.view', about: 'everywhere', needsFreshSignIn: true } },
    () => ({ state: 'ready' }),
  );

  app.get(
    '/audit/export',
    {
      config: { needs: 'audit.view', about: 'everywhere', needsFreshSignIn: true },
      schema: { querystring: z.strictObject(filters) },
    },
    async ({ query, staff }, reply) => {
      const subject = { kind: 'audit-log', id: 'all' };
      const { actor, sessionId, ipGroup } = staff;
      const entry = { actor, sessionId, ipGroup, subject, action: 'audit.export' as const, brand: null, reason: null };
      await recordAudit(ctx.db, { ...entry, detail: { ...query }, outcome: 'done' }, ctx.clock.now());
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.ndjson"')
        .send(Readable.from(linesOf(services, filterOf(staff, query))));
    },
  );
};

/** One entry a line, newest first, in slices, so that neither the memory nor a snapshot grows with the log. */
async function* linesOf({ readDb }: ConsoleServices, filter: AuditFilter): AsyncGenerator<string> {
  let from: AuditCursor | null = null;
  for (;;) {
    const rows: readonly ListedAuditEntry[] = await listAudit(readDb, filter, { after: from, limit: exportSlice });
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toItem(row))}\n`).join('');
    const last = rows.at(-1);
    if (rows.length < exportSlice || last === undefined) return;
    from = last;
  }
}

function filterOf(staff: StaffActor, { actor, action, subject, from, to }: Filters): AuditFilter {
  return {
    ...{ scope: scopeOf(staff, 'audit.view'), own: staff.actor, actor, action, subjectId: subject },
    seesPeople: permissionsOf(staff).includes('grant.manage'),
    ...{ from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) },
  };
}

function cursorOf(text: string | undefined): AuditCursor | null {
  const [at, id] = text?.split('~') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(at), id };
}

function toItem({ at, ...entry }: ListedAuditEntry): AuditItem {
  return { ...entry, at: at.toISOString() };
}
