import type { PaymentsContext } from '../context.server.ts';
import { bookedMovements } from '../ledger/index.server.ts';
import type { GatewayPort } from '../ports/gateway.port.ts';
import { handleWebhook } from './incoming-webhook.server.ts';
import {
  gatewayCursor,
  type IncomingWebhookRow,
  saveGatewayCursor,
  storeCredits,
} from './incoming-webhook.repository.server.ts';

/** Pages read in one run; the next run continues from the cursor. */
const pagesPerRun = 50;

/**
 * Reads each gateway's list of credits from the cursor of the last run, and polls every charge whose credit (by its
 * event, which is the movement) is not in the ledger. It finds a paid slip although every webhook about it was lost. A
 * gateway sets the interval of its list; one that did not answer is read again at the next run. Throws at the end when
 * a list was not read.
 */
export async function reconcileCredits(ctx: PaymentsContext): Promise<number> {
  let seen = 0;
  const failed: string[] = [];
  for (const gateway of ctx.gateways.all()) {
    try {
      seen += await reconcileGateway(ctx, gateway);
    } catch (thrown) {
      failed.push(gateway.id);
      ctx.log.error('credits-not-read', { gateway: gateway.id, error: thrown });
    }
  }
  if (failed.length > 0) throw new Error(`The credits of ${failed.join(', ')} were not read`);
  return seen;
}

async function reconcileGateway(ctx: PaymentsContext, gateway: GatewayPort): Promise<number> {
  if (!gateway.creditsSince) return 0;
  const held = await gatewayCursor(ctx.db, gateway.id);
  const readAgo = held === null ? null : ctx.clock.now().getTime() - held.readAt.getTime();
  // A time in the future comes from a wrong clock: it is not waited for.
  if (readAgo !== null && Math.abs(readAgo) < (gateway.creditListIntervalSeconds ?? 0) * 1000) return 0;
  let seen = 0;
  let cursor = held?.cursor ?? null;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const credits = await gateway.creditsSince(cursor);
    if (!credits) break;
    if (credits.hints.length === 0) {
      await saveGatewayCursor(ctx.db, gateway.id, cursor, ctx.clock.now());
      break;
    }
    const eventIds = credits.hints.map(({ eventId }) => eventId);
    const booked = await bookedMovements(ctx.db, gateway.id, eventIds);
    const fresh = credits.hints.filter(({ eventId }) => !booked.has(eventId));
    // Stored before the cursor advances: what cannot be booked now is found by the sweep of webhooks.
    const stored = await storeCredits(ctx.db, gateway.id, fresh, ctx.clock.now());
    ctx.crashPoint('credits-before-cursor');
    await saveGatewayCursor(ctx.db, gateway.id, credits.cursor, ctx.clock.now());
    for (const row of stored) await handleCredit(ctx, row);
    seen += fresh.length;
    if (credits.cursor === cursor) break;
    cursor = credits.cursor;
  }
  return seen;
}

async function handleCredit(ctx: PaymentsContext, row: IncomingWebhookRow): Promise<void> {
  try {
    await handleWebhook(ctx, row);
  } catch (thrown) {
    ctx.log.error('webhook-failed', { incomingWebhookId: row.id, error: thrown });
  }
}
