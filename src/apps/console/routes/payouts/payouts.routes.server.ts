import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { pendingPayoutById } from '#src/domain/refunds/cooling-off/index.server.ts';
import { type ExceptionStatus, exceptionStatus } from '#src/domain/refunds/reconciliation/index.server.ts';
import { endTask, taskRules } from '#src/domain/sales/tasks/index.server.ts';
import { isAllowed } from '#src/domain/staff/index.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { payoutDetail } from './payout-detail.server.ts';
import type { PayoutBatch, PayoutResults } from './payouts.types.ts';

/** As many as a page of the queue of tasks has. */
const mostAtOnce = 50;
const id = z.string().regex(/^[\w-]{1,31}$/);
const ids = z.array(id).min(1).max(mostAtOnce);
/** Shorter than the reference of one payout, because each payout's id is put behind it. */
const reference = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,32}$/);

/** Payouts that were paid at the bank together. Each is a command of its own, with its own entry in the audit log. */
export const routes: Routes = (app, services) => {
  const { ctx } = services;
  // Accounts are shown in bulk here, and money is booked.
  const config = { needs: 'payout.record', about: 'list', needsFreshSignIn: true } as const;

  app.get(
    '/payouts',
    { config, schema: { querystring: z.strictObject({ id: z.union([ids, id.transform((one) => [one])]) }) } },
    async ({ query, staff }): Promise<PayoutBatch> => {
      const payouts: PayoutBatch['payouts'][number][] = [];
      for (const one of new Set(query.id)) {
        const found = await payoutInScope(services, { staff }, one);
        const payout = found?.isOpen === true ? await payoutDetail(services, { staff }, found) : null;
        if (payout) payouts.push({ id: one, payout });
      }
      return { payouts };
    },
  );

  app.post(
    '/payouts',
    {
      config: { ...config, changes: 'tasks' },
      schema: { body: z.strictObject({ ids, reference }) },
    },
    async (request, reply): Promise<PayoutResults | undefined> => {
      const { reference: together } = request.body;
      const named = [...new Set(request.body.ids)];
      const owed = await Promise.all(named.map((one) => pendingPayoutById(ctx, one)));
      // One payment at a bank has one currency.
      if (new Set(owed.flatMap((payout) => payout?.currency ?? [])).size > 1)
        return sendProblem(reply, 'fields-invalid');
      const results: PayoutResults['results'][number][] = [];
      for (const one of named) {
        const found = await payoutInScope(services, request, one);
        if (!found) {
          results.push({ id: one, failure: 'not-found' });
          continue;
        }
        // A reference books one payout, so that none is recorded twice.
        const paid = { reference: `${together}.${one}`, by: request.staff.actor, reason: '' };
        const act = { action: 'task.end' as const, subject: { kind: 'task', id: one }, brand: found.brand };
        const detail = { kind: found.task, orderId: found.orderId, reference: paid.reference, together: named.length };
        const done = await audited(services, request, { ...act, detail }, (onWritten) =>
          endTask(ctx, { kind: found.task, id: one }, paid, onWritten),
        );
        results.push({ id: one, failure: done.ok ? null : done.error });
      }
      return { results };
    },
  );
};

/** A payout, open or ended, that the person records; null where there is none in their scope. */
async function payoutInScope(
  { readDb }: ConsoleServices,
  { staff }: Pick<FastifyRequest, 'staff'>,
  payoutId: string,
): Promise<ExceptionStatus | null> {
  const found = await exceptionStatus(readDb, payoutId);
  if (!found || taskRules[found.task].end !== 'payout') return null;
  const subject = await saleSubject(readDb, found.orderId);
  return subject && isAllowed(staff, taskRules[found.task].permission, subject) ? found : null;
}
