import { later } from '#src/kernel/db/pipeline.server.ts';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { sessionOwning } from '../sessions/index.server.ts';
import { isSecret, newCode, readCode } from './secret.server.ts';

/** A link in a letter stays good for so long, in seconds: people look for the letter weeks later. */
const life = 60 * 24 * 3600;

/** Makes the secret of a link to one bill, recovery, subscription, order or page, good for `seconds`. Links made before stay good. */
export async function issueCapability(
  ctx: Pick<DomainContext, 'clock'>,
  db: Db,
  subjectId: string,
  seconds = life,
): Promise<string> {
  return keep(ctx, db, { secret: newSecret(), subjectId, seconds });
}

/** The same with a secret that people can read out and type, for a link without anything else in it; good as long as a letter's. */
export async function issueCode(ctx: Pick<DomainContext, 'clock'>, db: Db, subjectId: string): Promise<string> {
  return keep(ctx, db, { secret: newCode(), subjectId, seconds: life });
}

async function keep(
  ctx: Pick<DomainContext, 'clock'>,
  db: Db,
  { secret, subjectId, seconds }: { readonly secret: string; readonly subjectId: string; readonly seconds: number },
): Promise<string> {
  const now = ctx.clock.now();
  await later(
    db,
    db.insertInto('capabilities').values({
      token_hash: sha256(secret),
      subject_id: subjectId,
      expires_at: new Date(now.getTime() + seconds * 1000),
      created_at: now,
    }),
  );
  return secret;
}

/** Ends every link to a subject. */
export async function revokeCapabilities(db: Db, subjectId: string): Promise<void> {
  await db.deleteFrom('capabilities').where('subject_id', '=', subjectId).execute();
}

/** Ends the one link to a subject that has this secret; others stay good. */
export async function revokeCapability(db: Db, subjectId: string, secret: string): Promise<void> {
  await db
    .deleteFrom('capabilities')
    .where('token_hash', '=', sha256(secret))
    .where('subject_id', '=', subjectId)
    .execute();
}

/** Whether a secret opens what it is shown for. What does not exist is not opened by anything. */
export async function opens(ctx: DomainContext, subjectId: string, token: string): Promise<boolean> {
  if (!isSecret(token)) return false;
  const row = await ctx.db
    .selectFrom('capabilities')
    .select('subject_id')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row?.subject_id === subjectId;
}

/** Whether any of these secrets opens it; one question, because a browser may bring hundreds of them. */
export async function opensAny(ctx: DomainContext, subjectId: string, tokens: readonly string[]): Promise<boolean> {
  const hashes = tokens.filter(isSecret).map(sha256);
  if (hashes.length === 0) return false;
  const row = await ctx.db
    .selectFrom('capabilities')
    .select('subject_id')
    .where('token_hash', 'in', hashes)
    .where('subject_id', '=', subjectId)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any of these secrets opens the bill or recovery that an order pays, the order itself, or its buyer's page. */
export async function opensOrder(ctx: DomainContext, tokens: readonly string[], orderId: string): Promise<boolean> {
  const hashes = tokens.filter(isSecret).map(sha256);
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

/** What a session that no browser owns is reached by. */
export interface SessionSubject {
  readonly kind: 'invoice' | 'recovery';
  readonly id: string;
}

/** The bill or recovery by which a session is reached that no browser owns; null for every other session. */
export async function subjectOfSession(db: Db, sessionId: string): Promise<SessionSubject | null> {
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

/** A bill or purchase that a secret opens without its name. */
export type OpenedSubject = SessionSubject & { readonly sessionId: string; readonly secret: string };

/** What the code of a short link opens, however it was typed; null for every code that opens nothing (any more). */
export async function subjectOfCode(ctx: DomainContext, typed: string): Promise<OpenedSubject | null> {
  return subjectOfSecret(ctx, readCode(typed) ?? '');
}

/** The bill or purchase that a secret opens; null when it opens neither. */
export async function subjectOfSecret(ctx: DomainContext, secret: string): Promise<OpenedSubject | null> {
  if (!isSecret(secret)) return null;
  const row = await ctx.db
    .selectFrom('capabilities')
    .leftJoin('invoices', 'invoices.id', 'capabilities.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'capabilities.subject_id')
    .select(['subject_id', 'invoices.session_id as billed', 'recoveries.session_id as left'])
    .where('token_hash', '=', sha256(secret))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  const sessionId = row?.billed ?? row?.left;
  if (!row || !sessionId) return null;
  return { kind: row.billed === null ? 'recovery' : 'invoice', id: row.subject_id, sessionId, secret };
}
