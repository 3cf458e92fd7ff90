import type { DomainContext } from '../context.server.ts';
import { bookedMovements } from '../ledger/index.server.ts';
import { attemptById, attemptByReference } from './attempt.repository.server.ts';
import { checkAttempt } from './check-attempt.server.ts';

/** Pages read in one run; the next run goes on from the cursor. */
const pagesPerRun = 50;

/**
 * Reads each gateway's own list of credits from where the last run stopped, and looks at every charge in it whose
 * credit (named by its event, which is the movement) is not in the books.
 * It is what makes a slip paid although every message about it was lost.
 */
export async function settleCredits(ctx: DomainContext): Promise<number> {
  let seen = 0;
  for (const gateway of ctx.gateways.all()) {
    if (!gateway.creditsSince) continue;
    const held = await ctx.db
      .selectFrom('gateway_cursors')
      .select('cursor')
      .where('gateway', '=', gateway.id)
      .executeTakeFirst();
    let cursor = held?.cursor ?? null;
    for (let page = 0; page < pagesPerRun; page += 1) {
      const credits = await gateway.creditsSince(cursor);
      if (!credits || credits.hints.length === 0) break;
      const eventIds = credits.hints.map(({ eventId }) => eventId);
      const booked = await bookedMovements(ctx.db, gateway.id, eventIds);
      for (const hint of credits.hints.filter(({ eventId }) => !booked.has(eventId))) {
        const attempt = hint.attemptId
          ? await attemptById(ctx.db, hint.attemptId)
          : await attemptByReference(ctx.db, gateway.id, hint.reference ?? '');
        if (attempt) await checkAttempt(ctx, attempt.id, 'settlement-list');
        else ctx.log.error('credit-without-attempt', { gateway: gateway.id, reason: hint.eventId });
        seen += 1;
      }
      if (credits.cursor === cursor) break;
      cursor = credits.cursor;
      await saveCursor(ctx, gateway.id, cursor);
    }
  }
  return seen;
}

async function saveCursor(ctx: DomainContext, gateway: string, cursor: string | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('gateway_cursors')
    .values({ gateway, cursor, updated_at: now })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ cursor, updated_at: now }))
    .execute();
}
