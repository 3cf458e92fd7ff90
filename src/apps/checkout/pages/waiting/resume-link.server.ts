import { issueCapability, subjectOfSession } from '#src/domain/capabilities/index.server.ts';
import { createRecovery } from '#src/domain/recovery/index.server.ts';
import type { Purchase } from '../../status/purchase.server.ts';
import type { PageRequest } from '../../web/page.server.ts';

/** What the form says that asks for the link. */
export const resumeIntent = 'resume';

/**
 * Whether the purchase may be taken up on another device from here: those who came by a link have it already, and an
 * offer after a purchase belongs to that purchase's browser.
 */
export function mayResume({ session, places }: Pick<Purchase, 'session' | 'places'>): boolean {
  return places.isOnePage !== true && session.upsell === null;
}

/**
 * Address under which this one purchase goes on wherever it is opened: on another phone, on the desk's machine, in the
 * browser proper instead of an app's. Its secret opens nothing else, for sixty days, and only its hash is kept.
 */
export async function resumeLink({ ctx, href }: PageRequest, { session }: Pick<Purchase, 'session'>): Promise<string> {
  const known = await subjectOfSession(ctx.db, session.id);
  const id = known?.kind === 'recovery' ? known.id : await createRecovery(ctx, session.id, 'unfinished');
  const path = href(`/recovery/${id}`, { t: await issueCapability(ctx, ctx.db, id) });
  return new URL(path, ctx.config.publicOrigin).href;
}
