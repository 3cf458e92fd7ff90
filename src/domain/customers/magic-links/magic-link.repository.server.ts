import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { isOtherBrowser, sessionOfBrowser } from '../../checkout/sessions/index.server.ts';
import { isLinkSecret, newLinkCode, parseLinkCode } from './link-secret.server.ts';

/** Life of an e-mail's link, in seconds: people look for the e-mail weeks later. */
const defaultLifeSeconds = 60 * 24 * 3600;

/** Makes the secret of a link to one invoice, recovery, subscription, order or account, valid for `seconds`. Earlier links stay valid. */
export async function issueMagicLink(
  ctx: Pick<CustomersContext, 'clock'>,
  db: Db,
  subjectId: string,
  seconds = defaultLifeSeconds,
): Promise<string> {
  return insertLink(ctx, db, { secret: newSecret(), subjectId, seconds });
}

/** The same with a secret that people can read out and type, for a link without anything else in it; valid as long as an e-mail's. */
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

/** Whether a secret opens a subject. */
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

/** Whether any of these secrets opens a subject; one statement, because a browser may bring hundreds of them. */
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

/** Whether any of these secrets opens the invoice or recovery that an order pays, the order itself, or its buyer's account. */
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

/** Whether a browser may see an order: it made it, began the subscription that it pays, or came by an e-mail's link. */
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

/** Whether an order pays a billing period of a subscription that this browser began. */
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

/** Whether a browser may see a session: it began it, or came by the link to its invoice or recovery. */
export async function mayViewSession(
  ctx: CustomersContext,
  browser: { readonly hash: string; readonly magicLinks: readonly string[] },
  sessionId: string,
): Promise<boolean> {
  const own = !(await isOtherBrowser(ctx.db, sessionId, browser.hash));
  const hashes = browser.magicLinks.filter(isLinkSecret).map(sha256);
  if (own || hashes.length === 0) return own;
  const row = await ctx.db
    .selectFrom('magic_links')
    .leftJoin('invoices', 'invoices.id', 'magic_links.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'magic_links.subject_id')
    .select('subject_id')
    .where('magic_links.token_hash', 'in', hashes)
    .where('magic_links.expires_at', '>', ctx.clock.now())
    .where((eb) => eb(eb.fn.coalesce('invoices.session_id', 'recoveries.session_id'), '=', sessionId))
    .executeTakeFirst();
  return row !== undefined;
}

/** The invoice or recovery by which a session is reached that no browser owns. */
export interface SessionLinkSubject {
  readonly kind: 'invoice' | 'recovery';
  readonly id: string;
}

/** The same of one session; null for a session that a browser owns. */
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

/** An invoice or recovery that a secret opens without its id. */
export type ResolvedLink = SessionLinkSubject & { readonly sessionId: string; readonly secret: string };

/** The subject of a short link's code, however it was typed; null for a code that opens nothing (any more). */
export async function resolveLinkCode(ctx: CustomersContext, typed: string): Promise<ResolvedLink | null> {
  return resolveLinkSecret(ctx, parseLinkCode(typed) ?? '');
}

/** The invoice or recovery that a secret opens; null when it opens neither. */
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
