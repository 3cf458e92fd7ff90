import { abandonmentById, hasOptedOut, optOutOfReminders } from '#src/domain/sales/reminders/index.server.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../../account/links/open-magic-link.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../framework/page.server.ts';
import type { StopRemindersData } from './stop-reminders-page.tsx';

/** The reminder of a link. An unknown link gets the same `not found` answer. */
async function find(request: PageRequest) {
  const id = request.params['id'] ?? '';
  const refused = await openMagicLink(request, id);
  if (refused) return refused;
  const left = await abandonmentById(request.ctx.db, id);
  return left && isSoldByVisit(request, left) ? { kind: 'found' as const, left } : linkExpired(request);
}

export const page = definePage<StopRemindersData | LinkExpiredData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { id, email } = found.left;
    return showStop(request, { hasOptedOut: await hasOptedOut(request.ctx, id), email });
  },

  submit: async (_form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    await optOutOfReminders(request.ctx, found.left.id);
    return redirect(request.href(request.path));
  },
});

export function showStop(
  { visit }: PageRequest,
  { hasOptedOut: isDone, email }: { readonly hasOptedOut: boolean; readonly email: string },
) {
  return show<StopRemindersData>({ hasOptedOut: isDone, brand: visit.brand.name, email: maskEmail(email) });
}
