import type { OrderView, PartView } from '#src/domain/orders/index.ts';
import {
  railSampleOf,
  sampleAttempt,
  sampleOrder,
  samplePurchase,
  type SamplePurchase,
} from '../../stories/sample-purchase.server.ts';
import { changed, defineStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { resumeLinkAt } from '../../site/resume-link/resume-link.server.ts';
import { showWaiting, waitingSummary } from '../../payment-form/stages/show-waiting.server.ts';
import type { WaitingData } from '../../payment-form/stages/stages.types.ts';

type ChangeView = (view: OrderView, purchase: SamplePurchase) => OrderView;

/** Another method has reserved part of the price; the attempt pays the rest. */
const partReserved: ChangeView = ({ order, attempts }, { methods }) => {
  const reserved = methods.find(({ takesInstallments }) => takesInstallments)?.rail ?? '';
  const held = order.total / 4n;
  const parts = attempts.flatMap((attempt): PartView[] => {
    const { id: attemptId, rail, method, installments, kept, declineCode, expiresAt } = attempt;
    const first = { rail: reserved, kept: railSampleOf(reserved).kept, tenderId: 'first' };
    const waits: PartView = {
      ...{ attemptId, tenderId: attemptId, rail, method, installments, kept, declineCode, expiresAt, interest: 0n },
      ...{ principal: order.total - held, standing: 'waits-for-buyer' },
    };
    return [{ ...waits, ...first, principal: held, standing: 'reserved' }, waits];
  });
  const heldUntil = attempts[0]?.expiresAt ?? null;
  return {
    order,
    attempts: attempts.map((attempt) => ({ ...attempt, amount: order.total - held })),
    split: { standing: 'waits-for-buyer', parts, held, heldUntil, owed: 0n },
  };
};

/** The first payment method with our own waiting page; `leaves`: the first with the provider's page. */
const waiting =
  (state: 'awaiting-buyer' | 'expired', leaves = false, change: ChangeView = (view) => view) =>
  async (request: StoryRequest) => {
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
    const view = change(sampleOrder(request, purchase, [attempt]), purchase);
    const newest = view.attempts[0] ?? attempt;
    const shown = await showWaiting(request, { ...purchase, view, attempt: newest, step });
    const { leave } = shown.data;
    const summary = waitingSummary(request, purchase.quote, view);
    // The story does not redirect.
    return {
      ...shown,
      head: { ...shown.head, summary },
      data: { ...shown.data, leave: leave && { ...leave, isByItself: false } },
    };
  };

export const stories = defineStories<WaitingData>({
  open: waiting('awaiting-buyer'),
  split: waiting('awaiting-buyer', false, partReserved),
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
