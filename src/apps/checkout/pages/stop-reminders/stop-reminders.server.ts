import { abandonmentById, isStopped, stopReminders } from '#src/domain/reminders/index.server.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import type { LinkGoneData } from '../link-gone/link-gone-page.tsx';
import { enter, isOfVisit, linkGone } from '../../passes/enter.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../web/page.server.ts';
import type { StopRemindersData } from './stop-reminders-page.tsx';

/** What the link opens; or the one answer to everybody whom it opens nothing. */
async function find(request: PageRequest) {
  const id = request.params['id'] ?? '';
  const refused = await enter(request, id);
  if (refused) return refused;
  const left = await abandonmentById(request.ctx.db, id);
  return left && isOfVisit(request, left) ? { kind: 'found' as const, left } : linkGone(request);
}

export const page = definePage<StopRemindersData | LinkGoneData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { id, email } = found.left;
    return showStop(request, { isStopped: await isStopped(request.ctx, id), email });
  },

  submit: async (_form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    await stopReminders(request.ctx, found.left.id);
    return redirect(request.href(request.path));
  },
});

export function showStop(
  { visit }: PageRequest,
  { isStopped: isDone, email }: { readonly isStopped: boolean; readonly email: string },
) {
  return show<StopRemindersData>({ isStopped: isDone, brand: visit.brand.name, email: maskEmail(email) });
}
