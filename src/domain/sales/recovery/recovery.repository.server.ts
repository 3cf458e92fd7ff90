import { newId } from '#src/kernel/ids/ids.server.ts';
import type { SalesContext } from '../context.server.ts';
import { orderOfSession, type OrderView } from '../../orders/index.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';

/** Why a buyer is asked to come back: they left before paying, or a charge was declined. */
export type RecoveryKind = 'unfinished' | 'failed-charge';

/** A purchase that may be resumed where it was left. */
export interface Recovery {
  readonly id: string;
  readonly kind: RecoveryKind;
  readonly session: CheckoutSession;
  /** Null when its buyer left before there was an order. */
  readonly view: OrderView | null;
  readonly createdAt: Date;
}

/** Makes a purchase resumable by a link. */
export async function createRecovery(ctx: SalesContext, sessionId: string, kind: RecoveryKind): Promise<string> {
  const id = newId('rec');
  await ctx.db
    .insertInto('recoveries')
    .values({ id, kind, session_id: sessionId, created_at: ctx.clock.now() })
    .execute();
  return id;
}

/** A recovery with the order that its session has by now; null for an unknown id. */
export async function recoveryById(ctx: SalesContext, id: string): Promise<Recovery | null> {
  const row = await ctx.db.selectFrom('recoveries').selectAll().where('id', '=', id).executeTakeFirst();
  const session = row && (await sessionById(ctx.db, row.session_id));
  if (!row || !session) return null;
  const view = await orderOfSession(ctx, session.id);
  return { id: row.id, kind: row.kind, session, view, createdAt: row.created_at };
}
