import type { FastifyRequest } from 'fastify';
import type { OnWritten } from '#src/domain/context.server.ts';
import { type AuditAction, recordAudit } from '#src/domain/staff/index.server.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { ConsoleServices } from '../console.contract.server.ts';

/** What a person of the staff does, as the audit log names it. */
export interface StaffAct {
  readonly action: AuditAction;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly brand: string | null;
  /** Without personal data. */
  readonly detail?: Record<string, unknown>;
  readonly reason?: string | null;
}

/**
 * Runs a command of the domain with the audit entry of who asked for it. The command writes the entry in the transaction of its
 * effect, so that both stay or neither; a command that changes nothing, because it was done before, writes none. A refusal has
 * no effect, and its entry is written alone.
 */
export async function audited<T, E extends string>(
  { ctx }: Pick<ConsoleServices, 'ctx'>,
  { staff }: Pick<FastifyRequest, 'staff'>,
  act: StaffAct,
  command: (onWritten: OnWritten) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const { action, subject, brand, detail = {}, reason = null } = act;
  const { actor, sessionId, ipGroup } = staff;
  const entry = { actor, sessionId, ipGroup, action, subject, brand, detail, reason };
  const done = await command((trx) => recordAudit(trx, { ...entry, outcome: 'done' }, ctx.clock.now()));
  if (!done.ok) await recordAudit(ctx.db, { ...entry, outcome: `refused:${done.error}` }, ctx.clock.now());
  return done;
}
