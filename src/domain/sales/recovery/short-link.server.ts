import {
  issueLinkCode,
  formatLinkCode,
  resolveLinkCode,
  linkSubjectOfSession,
} from '../../customers/magic-links/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';
import { createRecovery } from './recovery.repository.server.ts';

/** The beginning of a short link's path; its code follows. */
const shortPath = '/r/';

/**
 * The path that opens one unfinished purchase or invoice on any device, and nothing else: short enough for a text message, a
 * picture and a phone call (`/r/bcdfgh-jkmpqr-tvwxy3`). Only the hash of its code is stored.
 */
export async function issueShortLink(ctx: SalesContext, sessionId: string): Promise<string> {
  const known = await linkSubjectOfSession(ctx.db, sessionId);
  const id = known?.id ?? (await createRecovery(ctx, sessionId, 'unfinished'));
  return shortPath + formatLinkCode(await issueLinkCode(ctx, ctx.db, id));
}

/** What a short link opens. */
export interface ShortLink {
  readonly kind: 'invoice' | 'recovery';
  readonly id: string;
  /** The secret of the link, as the code was given out. */
  readonly secret: string;
  readonly session: CheckoutSession;
}

/** What the code of a short link opens, however it was typed; null when it opens nothing (any more). */
export async function openShortLink(ctx: SalesContext, typed: string): Promise<ShortLink | null> {
  const subject = await resolveLinkCode(ctx, typed);
  const session = subject && (await sessionById(ctx.db, subject.sessionId));
  return subject && session ? { kind: subject.kind, id: subject.id, secret: subject.secret, session } : null;
}
