import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { closeDispute } from '../../payments/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { insertDisputeResponse } from './dispute-response.repository.server.ts';
import { disputeById } from './dispute.repository.server.ts';

/** `dispute-decided`: it has an outcome. `deadline-over`: its gateway takes no evidence any more. */
export type DisputeFailure = 'dispute-not-found' | 'dispute-decided' | 'deadline-over';

/** Evidence that a person handed in at the company's own portal. */
export interface HandedInEvidence {
  /** Who: `staff:<account id>`. */
  readonly by: string;
  /** The company's case number. */
  readonly reference: string;
  /** What staff added in their own words; may be empty. */
  readonly statement: string;
  /** SHA-256 of the pack that was handed in. */
  readonly packHash: string;
}

/**
 * Records that evidence was handed in, at the dispute's present stage. The dispute stays open: its outcome is a fact of the
 * gateway. Returns the id of the response.
 */
export async function recordEvidence(
  ctx: RefundsContext,
  disputeId: string,
  evidence: HandedInEvidence,
  onWritten?: OnWritten,
): Promise<Result<string, DisputeFailure>> {
  return inTransaction<string, DisputeFailure>(ctx.db, async (trx) => {
    const named = await disputeById(trx, disputeId);
    if (!named) return err('dispute-not-found');
    await lockOrder(trx, named.orderId);
    const dispute = await disputeById(trx, disputeId);
    if (!dispute) return err('dispute-not-found');
    const now = ctx.clock.now();
    if (dispute.outcome !== null) return err('dispute-decided');
    if (dispute.evidenceDue !== null && dispute.evidenceDue < now) return err('deadline-over');
    const { by: respondedBy, reference, statement, packHash } = evidence;
    const id = await insertDisputeResponse(
      trx,
      dispute,
      { kind: 'evidence', respondedBy, reference, statement, packHash },
      now,
    );
    await onWritten?.(trx);
    return ok(id);
  });
}

/**
 * Concedes a dispute: it is lost, its task ends, and refunds that it held end without money. `reason`: why, in the words of the
 * person; it may be empty.
 */
export async function concedeDispute(
  ctx: RefundsContext,
  disputeId: string,
  { by, reference, reason }: { readonly by: string; readonly reference: string; readonly reason: string },
  onWritten?: OnWritten,
): Promise<Result<null, DisputeFailure>> {
  const dispute = await disputeById(ctx.db, disputeId);
  if (!dispute?.taskId) return err('dispute-not-found');
  const closed = await closeDispute(ctx, dispute.taskId, { by, reference }, async (trx) => {
    const response = { kind: 'concession', respondedBy: by, reference, statement: reason, packHash: null } as const;
    await insertDisputeResponse(trx, dispute, response, ctx.clock.now());
    await onWritten?.(trx);
  });
  return closed.ok ? ok(null) : err('dispute-decided');
}
