import { railSampleOf, sampleAttempt, sampleOrder, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { changed, defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { resumeLinkAt } from './resume-link.server.ts';
import { showWaiting, waitingSummary } from './show-waiting.server.ts';
import type { WaitingData } from './waiting-page.tsx';

/** The first way to pay that waits at a page of ours; `leaves`: the first that does so at the provider's. */
const waiting =
  (state: 'awaiting-buyer' | 'expired', leaves = false) =>
  async (request: GalleryRequest) => {
    const purchase = await samplePurchase(request);
    const waits = (id: string): boolean => typeof request.ctx.rails.byId(id)?.waitingPath === 'string';
    const rail = purchase?.methods.find(
      (method) => waits(method.rail) && Boolean(railSampleOf(method.rail).leaves) === leaves,
    )?.rail;
    if (!purchase || rail === undefined) return null;
    const url = `${request.sandboxOrigin ?? ''}/`;
    const nextAction = leaves ? { kind: 'redirect', url, fields: {} } : null;
    const attempt = sampleAttempt(request, purchase, rail, { state, nextAction });
    const step = request.visit.flow.steps.find(({ template }) => template === 'payment') ?? null;
    const view = sampleOrder(request, purchase, [attempt]);
    const shown = await showWaiting(request, { ...purchase, view, attempt, step });
    const { leave } = shown.data;
    const summary = waitingSummary(request, purchase.quote, view);
    // Whoever looks at the picture stays.
    return {
      ...shown,
      head: { ...shown.head, summary },
      data: { ...shown.data, leave: leave && { ...leave, isByItself: false } },
    };
  };

export const states = defineStates<WaitingData>({
  open: waiting('awaiting-buyer'),
  resume: async (request) =>
    changed(await waiting('awaiting-buyer')(request), {
      resume: {
        link: resumeLinkAt(request, '/r/bcdfgh-jkmpqr-tvwxy3'),
      },
    }),
  expired: waiting('expired'),
  elsewhere: waiting('awaiting-buyer', true),
  'elsewhere-expired': waiting('expired', true),
  error: async (request) => refusedWith(await waiting('expired')(request), {}, { form: 'waiting.renew.failed' }),
});
