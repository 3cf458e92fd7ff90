import { openMemberPage, stepForLink, pointsPaths, skipPoints } from '../../site/loyalty/open-points-page.server.ts';
import { definePage, redirect, show } from '../../framework/page.server.ts';
import type { LiveloErrorData } from './livelo-error-page.tsx';

export const page = definePage<LiveloErrorData>({
  load: async (request) => {
    const visit = await openMemberPage(request);
    if (visit.kind !== 'points') return visit;
    const { link, head } = visit;
    const again = (path: string): string => request.href(path);
    switch (link.problem) {
      case null:
        return redirect(again(stepForLink(link)));
      case 'locked':
      case 'session-over':
        return show<LiveloErrorData>({ problem: link.problem, again: again(pointsPaths.device) }, { head });
      case 'blocked':
        return show<LiveloErrorData>({ problem: 'blocked', again: again(pointsPaths.document) }, { head });
      default:
        return show<LiveloErrorData>({ problem: 'unavailable', again: again(stepForLink(link)) }, { head });
    }
  },

  submit: async (form, request) => {
    const visit = await openMemberPage(request);
    if (visit.kind !== 'points') return visit;
    return (await skipPoints(request, form, visit)) ?? redirect(request.href(request.path));
  },
});
