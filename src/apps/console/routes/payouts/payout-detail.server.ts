import type { FastifyRequest } from 'fastify';
import { type PendingPayout, pendingPayoutById } from '#src/domain/refunds/cooling-off/index.server.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { ConsoleServices } from '../../console.contract.server.ts';
import type { PayoutDetail } from '../tasks/tasks.types.ts';

/** Where the money of a payout goes, with its payer's name beside it. The look is recorded: both are personal data in clear. */
export async function payoutDetail(
  { ctx }: Pick<ConsoleServices, 'ctx'>,
  { staff }: Pick<FastifyRequest, 'staff'>,
  task: { readonly id: string; readonly brand: string },
): Promise<PayoutDetail | null> {
  // The role in which the console reads has no right to the account, not even encrypted.
  const payout = await pendingPayoutById(ctx, task.id);
  if (!payout) return null;
  const { actor, sessionId, ipGroup } = staff;
  await recordAudit(
    ctx.db,
    {
      ...{
        actor,
        sessionId,
        ipGroup,
        action: 'payout.view',
        subject: { kind: 'task', id: task.id },
        brand: task.brand,
      },
      ...{ detail: { orderId: payout.orderId }, reason: null, outcome: 'seen' },
    },
    ctx.clock.now(),
  );
  return view(payout, ctx.clock.now());
}

function view({ payer, state, disputed, to }: PendingPayout, now: Date): PayoutDetail {
  const isDocument = to?.kind === 'cpf' || to?.kind === 'cnpj';
  return {
    ...{ payer, state, disputed: unitsToJson(disputed) },
    to: to && {
      ...{ kind: to.kind, value: to.value, hasChanged: to.hasChanged, isPaused: to.payableAt > now },
      ...{ givenAt: to.givenAt.toISOString(), payableAt: to.payableAt.toISOString() },
    },
    holder: isDocument && payer.document !== null && payer.document === to.value ? 'same' : 'unknown',
  };
}
