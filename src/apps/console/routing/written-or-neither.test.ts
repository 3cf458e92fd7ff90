import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DomainContext, OnWritten } from '#src/domain/context.server.ts';
import { issueHandedOutAccess, resendAccess } from '#src/domain/customers/access/index.server.ts';
import { requestNoteAgain } from '#src/domain/documents/fiscal-notes/index.server.ts';
import { requestStaffRefund } from '#src/domain/payments/index.server.ts';
import { correctEmail } from '#src/domain/privacy/correction/index.server.ts';
import { requestCoolingOff } from '#src/domain/refunds/cooling-off/index.server.ts';
import { assignTask, endTask } from '#src/domain/sales/tasks/index.server.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { endpointOfTasks, openOneOfEachTask } from '#tests/support/fixtures/open-tasks.server.ts';
import { schoolDocuments, silentFiscalAuthority } from '#tests/support/fixtures/school-documents.ts';
import { staffActor } from '#tests/support/worlds/console-world.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { audited } from './audited.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let orderId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, {
    webhooks: endpointOfTasks,
    documents: schoolDocuments,
    fiscalAuthority: silentFiscalAuthority,
  });
  orderId = (await openOneOfEachTask(world, database)).orderId;
});
afterEach(() => database.close());

class Killed extends Error {}

/** The same context, whose process dies when it sends its statement of this number. */
function dyingAt(ctx: DomainContext, number: number): { readonly ctx: DomainContext; readonly sent: () => number } {
  let sent = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      sent += 1;
      if (sent === number) throw new Killed();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { ctx: { ...ctx, db: ctx.db.withPlugin(plugin) }, sent: () => sent };
}

type Command = (ctx: DomainContext, onWritten: OnWritten) => Promise<Result<unknown, string>>;

const task = (kind: 'look-into-charge' | 'email-given-up', id: string) => ({ kind, id }) as const;
const end = { by: 'staff:ana', reference: 'case-4711', reason: 'x' };

/** Each command with how often its effect stands: 0 before, 1 after it. */
const commands: Readonly<Record<string, { readonly run: Command; readonly effects: () => Promise<number> }>> = {
  refund: {
    run: (ctx, onWritten) =>
      requestStaffRefund(ctx, {
        ...{ orderId, amount: 100n, refundId: 'st_0123456789abcdef01', reason: 'x', by: 'staff:ana' },
        ...{ hasApprover: false, onWritten },
      }),
    effects: () => count('refund_requests', 'st_0123456789abcdef01', 'id'),
  },
  'cooling-off': {
    run: (ctx, onWritten) => requestCoolingOff(ctx, orderId, onWritten),
    effects: () => count('cooling_off_requests', orderId, 'order_id'),
  },
  'resent access': {
    run: (ctx, onWritten) => resendAccess(ctx, { orderId, key: 'again' }, onWritten),
    effects: () => count('emails', 'resend-again', 'dedup'),
  },
  'handed out access': {
    run: (ctx, onWritten) => issueHandedOutAccess(ctx, orderId, onWritten),
    effects: () => count('access_tokens', 'email', 'purpose'),
  },
  'corrected e-mail': {
    run: (ctx, onWritten) => correctEmail(ctx, { orderId, email: 'nova@example.com', onWritten }),
    effects: () => count('leads', 'nova@example.com', 'email'),
  },
  'given exception': {
    run: (ctx, onWritten) => assignTask(ctx, task('look-into-charge', 'brk_look-into-charge'), 'staff:ana', onWritten),
    effects: () => count('reconciliation_exceptions', 'staff:ana', 'assigned_to'),
  },
  'ended exception': {
    run: (ctx, onWritten) => endTask(ctx, task('look-into-charge', 'brk_look-into-charge'), end, onWritten),
    effects: () => count('reconciliation_exceptions', 'staff:ana', 'resolved_by'),
  },
  'requested note': {
    run: (ctx, onWritten) => requestNoteAgain(ctx, { noteId: 'fis_1' }, onWritten),
    effects: () => count('fiscal_notes', 'requested', 'state'),
  },
  'paid out refund': {
    run: (ctx, onWritten) => endTask(ctx, { kind: 'pay-out-refund', id: 'rfp_1' }, end, onWritten),
    effects: () => count('refund_parts', 'done', 'state'),
  },
  'ended task': {
    run: (ctx, onWritten) => endTask(ctx, task('email-given-up', 'msg_1'), end, onWritten),
    effects: () => count('staff_tasks', 'staff:ana', 'ended_by'),
  },
};

async function count(table: string, value: string, column: string): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::int as n from ${table} where ${column} = $1`, [value]);
  return rows[0].n;
}

describe('a command of the staff', () => {
  test.each(Object.keys(commands))(
    'that dies at any of its statements leaves effect and entry, or neither: %s',
    deep,
    async (name) => {
      const { run, effects } = commands[name] ?? {};
      if (!run || !effects) throw new Error(name);
      const act = { action: 'task.end' as const, subject: { kind: 'order', id: orderId }, brand: 'school' };
      const staff = staffActor('ana', ['finance@*']);
      const stands = async () => [await effects(), await count('audit_log', 'task.end', 'action')];
      let deaths = 0;
      let written: number | undefined;
      for (let at = 1; ; at += 1) {
        const dying = dyingAt(world.ctx, at);
        const died = await audited(dying, { staff }, act, (onWritten) => run(dying.ctx, onWritten)).then(
          () => false,
          (error: unknown) => {
            if (error instanceof Killed) return true;
            throw error;
          },
        );
        const [effect, entries] = await stands();
        expect([name, at, effect]).toEqual([name, at, entries]);
        if (died) deaths += 1;
        // What comes after the effect may die too: it stands then, with its entry.
        if (died && effect !== 1) continue;
        written = effect;
        break;
      }
      expect(written).toBe(1);
      expect(deaths).toBeGreaterThan(2);
    },
  );
});
