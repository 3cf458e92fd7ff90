import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { sessionOwning } from '../sessions/index.server.ts';

/** A link in a letter stays good for so long, in seconds: people look for the letter weeks later. */
const life = 60 * 24 * 3600;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Makes the secret of a link to one bill, recovery, subscription, order or page, good for `seconds`. Links made before stay good. */
export async function issueCapability(
  ctx: Pick<DomainContext, 'clock'>,
  db: Db,
  subjectId: string,
  seconds = life,
): Promise<string> {
  const now = ctx.clock.now();
  const token = newSecret();
  await db
    .insertInto('capabilities')
    .values({
      token_hash: sha256(token),
      subject_id: subjectId,
      expires_at: new Date(now.getTime() + seconds * 1000),
      created_at: now,
    })
    .execute();
  return token;
}

/** Ends every link to a subject. */
export async function revokeCapabilities(db: Db, subjectId: string): Promise<void> {
  await db.deleteFrom('capabilities').where('subject_id', '=', subjectId).execute();
}

/** Whether a secret opens what it is shown for. What does not exist is not opened by anything. */
export async function opens(ctx: DomainContext, subjectId: string, token: string): Promise<boolean> {
  if (!tokenShape.test(token)) return false;
  const row = await ctx.db
    .selectFrom('capabilities')
    .select('subject_id')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row?.subject_id === subjectId;
}

/** Whether any of these secrets opens the bill or recovery that an order pays, the order itself, or its buyer's page. */
export async function opensOrder(ctx: DomainContext, tokens: readonly string[], orderId: string): Promise<boolean> {
  const hashes = tokens.filter((token) => tokenShape.test(token)).map(sha256);
  if (hashes.length === 0) return false;
  const row = await ctx.db
    .selectFrom('capabilities')
    .leftJoin('invoices', 'invoices.id', 'capabilities.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'capabilities.subject_id')
    .leftJoin('buyer_pages', 'buyer_pages.id', 'capabilities.subject_id')
    .innerJoin('orders', (join) => join.onTrue())
    .innerJoin('leads', 'leads.id', 'orders.lead_id')
    .select('orders.id')
    .where('capabilities.token_hash', 'in', hashes)
    .where('capabilities.expires_at', '>', ctx.clock.now())
    .where('orders.id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb('orders.session_id', '=', eb.fn.coalesce('invoices.session_id', 'recoveries.session_id')),
        eb('capabilities.subject_id', '=', eb.ref('orders.id')),
        eb.and([
          eb('leads.brand', '=', eb.ref('buyer_pages.brand')),
          eb(eb.fn<string>('lower', ['leads.email']), '=', eb.ref('buyer_pages.email')),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a browser may see an order: it made it, or began what it pays a term of, or came to it by a letter's link. */
export async function maySee(
  ctx: DomainContext,
  browser: { readonly hash: string; readonly passes: readonly string[] },
  orderId: string,
): Promise<boolean> {
  const own = await sessionOwning(ctx.db, browser.hash, { orderId });
  return own !== null || (await isOfOwnTerm(ctx, browser.hash, orderId)) || opensOrder(ctx, browser.passes, orderId);
}

/** Whether an order pays a term of what this browser began. */
async function isOfOwnTerm({ db }: DomainContext, browserHash: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('subscriptions', 'subscriptions.id', 'orders.subscription_id')
    .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('checkout_sessions.browser_hash', '=', browserHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a session that no browser owns is reached by: a bill or a recovery; null for every other session. */
export async function subjectOfSession(
  db: Db,
  sessionId: string,
): Promise<{ readonly kind: 'invoice' | 'recovery'; readonly id: string } | null> {
  const invoice = await db.selectFrom('invoices').select('id').where('session_id', '=', sessionId).executeTakeFirst();
  if (invoice) return { kind: 'invoice', id: invoice.id };
  const recovery = await db
    .selectFrom('recoveries')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return recovery ? { kind: 'recovery', id: recovery.id } : null;
}
