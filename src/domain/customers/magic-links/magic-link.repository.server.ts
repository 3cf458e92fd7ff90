import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { sessionOfBrowser } from '../../checkout/sessions/index.server.ts';
import { isLinkSecret, newLinkCode, parseLinkCode } from './link-secret.server.ts';

/** A link in a letter stays good for so long, in seconds: people look for the letter weeks later. */
const defaultLifeSeconds = 60 * 24 * 3600;

/** Makes the secret of a link to one bill, recovery, subscription, order or page, good for `seconds`. Links made before stay good. */
export async function issueMagicLink(
  ctx: Pick<CustomersContext, 'clock'>,
  db: Db,
  subjectId: string,
  seconds = defaultLifeSeconds,
): Promise<string> {
  return insertLink(ctx, db, { secret: newSecret(), subjectId, seconds });
}

/** The same with a secret that people can read out and type, for a link without anything else in it; good as long as a letter's. */
export async function issueLinkCode(ctx: Pick<CustomersContext, 'clock'>, db: Db, subjectId: string): Promise<string> {
  return insertLink(ctx, db, { secret: newLinkCode(), subjectId, seconds: defaultLifeSeconds });
}

async function insertLink(
  ctx: Pick<CustomersContext, 'clock'>,
  db: Db,
  { secret, subjectId, seconds }: { readonly secret: string; readonly subjectId: string; readonly seconds: number },
): Promise<string> {
  const now = ctx.clock.now();
  await deferred(
    db,
    db.insertInto('magic_links').values({
      token_hash: sha256(secret),
      subject_id: subjectId,
      expires_at: new Date(now.getTime() + seconds * 1000),
      created_at: now,
    }),
  );
  return secret;
}

/** Ends every link to a subject. */
export async function revokeMagicLinks(db: Db, subjectId: string): Promise<void> {
  await db.deleteFrom('magic_links').where('subject_id', '=', subjectId).execute();
}

/** Ends the one link to a subject that has this secret; others stay good. */
export async function revokeMagicLink(db: Db, subjectId: string, secret: string): Promise<void> {
  await db
    .deleteFrom('magic_links')
    .where('token_hash', '=', sha256(secret))
    .where('subject_id', '=', subjectId)
    .execute();
}

/** Whether a secret opens what it is shown for. What does not exist is not opened by anything. */
export async function linkOpens(ctx: CustomersContext, subjectId: string, token: string): Promise<boolean> {
  if (!isLinkSecret(token)) return false;
  const row = await ctx.db
    .selectFrom('magic_links')
    .select('subject_id')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row?.subject_id === subjectId;
}

/** Whether any of these secrets opens it; one question, because a browser may bring hundreds of them. */
export async function anyLinkOpens(
  ctx: CustomersContext,
  subjectId: string,
  tokens: readonly string[],
): Promise<boolean> {
  const hashes = tokens.filter(isLinkSecret).map(sha256);
  if (hashes.length === 0) return false;
  const row = await ctx.db
    .selectFrom('magic_links')
    .select('subject_id')
    .where('token_hash', 'in', hashes)
    .where('subject_id', '=', subjectId)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any of these secrets opens the bill or recovery that an order pays, the order itself, or its buyer's page. */
export async function anyLinkOpensOrder(
  ctx: CustomersContext,
  tokens: readonly string[],
  orderId: string,
): Promise<boolean> {
  const hashes = tokens.filter(isLinkSecret).map(sha256);
  if (hashes.length === 0) return false;
  const row = await ctx.db
    .selectFrom('magic_links')
    .leftJoin('invoices', 'invoices.id', 'magic_links.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'magic_links.subject_id')
    .leftJoin('buyer_accounts', 'buyer_accounts.id', 'magic_links.subject_id')
    .innerJoin('orders', (join) => join.onTrue())
    .innerJoin('leads', 'leads.id', 'orders.lead_id')
    .select('orders.id')
    .where('magic_links.token_hash', 'in', hashes)
    .where('magic_links.expires_at', '>', ctx.clock.now())
    .where('orders.id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb('orders.session_id', '=', eb.fn.coalesce('invoices.session_id', 'recoveries.session_id')),
        eb('magic_links.subject_id', '=', eb.ref('orders.id')),
        eb.and([
          eb('leads.brand', '=', eb.ref('buyer_accounts.brand')),
          eb(eb.fn<string>('lower', ['leads.email']), '=', eb.ref('buyer_accounts.email')),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a browser may see an order: it made it, or began what it pays a term of, or came to it by a letter's link. */
export async function mayViewOrder(
  ctx: CustomersContext,
  browser: { readonly hash: string; readonly magicLinks: readonly string[] },
  orderId: string,
): Promise<boolean> {
  const own = await sessionOfBrowser(ctx.db, browser.hash, { orderId });
  return (
    own !== null ||
    (await isOfOwnSubscription(ctx, browser.hash, orderId)) ||
    anyLinkOpensOrder(ctx, browser.magicLinks, orderId)
  );
}

/** Whether an order pays a term of what this browser began. */
async function isOfOwnSubscription({ db }: CustomersContext, browserHash: string, orderId: string): Promise<boolean> {
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
export interface SessionLinkSubject {
  readonly kind: 'invoice' | 'recovery';
  readonly id: string;
}

/** The bill or recovery by which a session is reached that no browser owns; null for every other session. */
export async function linkSubjectOfSession(db: Db, sessionId: string): Promise<SessionLinkSubject | null> {
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
export type ResolvedLink = SessionLinkSubject & { readonly sessionId: string; readonly secret: string };

/** What the code of a short link opens, however it was typed; null for every code that opens nothing (any more). */
export async function resolveLinkCode(ctx: CustomersContext, typed: string): Promise<ResolvedLink | null> {
  return resolveLinkSecret(ctx, parseLinkCode(typed) ?? '');
}

/** The bill or purchase that a secret opens; null when it opens neither. */
export async function resolveLinkSecret(ctx: CustomersContext, secret: string): Promise<ResolvedLink | null> {
  if (!isLinkSecret(secret)) return null;
  const row = await ctx.db
    .selectFrom('magic_links')
    .leftJoin('invoices', 'invoices.id', 'magic_links.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'magic_links.subject_id')
    .select(['subject_id', 'invoices.session_id as invoiceSession', 'recoveries.session_id as recoverySession'])
    .where('token_hash', '=', sha256(secret))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  const sessionId = row?.invoiceSession ?? row?.recoverySession;
  if (!row || !sessionId) return null;
  return { kind: row.invoiceSession === null ? 'recovery' : 'invoice', id: row.subject_id, sessionId, secret };
}
