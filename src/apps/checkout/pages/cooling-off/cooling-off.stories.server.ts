import { choosePlan } from '#src/domain/catalog/products/index.ts';
import { planRenews } from '#src/domain/catalog/terms/index.ts';
import type { RefundPartView, CoolingOffView } from '#src/domain/refunds/cooling-off/index.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { paidOrder, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { defineStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { CoolingOffData } from './cooling-off.types.ts';
import { coolingOffData } from './cooling-off-data.server.ts';

type Change = Partial<Pick<CoolingOffView, 'standing' | 'payoutHint' | 'ends'>> & {
  /** The state of each part, and whether its refund is manual. */
  readonly parts?: readonly Pick<RefundPartView, 'state' | 'needsDetails'>[];
  /** Whether the buyer has a surplus. */
  readonly isOwed?: boolean;
};

/** A paid order in its cooling-off period. */
const at =
  ({
    standing = 'open',
    payoutHint = null,
    ends,
    parts = [{ state: 'offered', needsDetails: false }],
    isOwed = false,
  }: Change = {}) =>
  async (request: StoryRequest) => {
    const purchase = await samplePurchase(request);
    const plan = choosePlan(request.visit.product, {});
    const goesOn = plan !== null && planRenews(plan);
    if (!purchase || (ends === 'plan' && !goesOn)) return null;
    const { order, attempts } = paidOrder(request, purchase);
    const now = request.ctx.clock.now();
    const today = marketDate(now, order.market);
    // The day after the last day of the period.
    const [paidAt, lastDay] =
      standing === 'late'
        ? [new Date(now.getTime() - 8 * 86_400_000), addDays(today, -1)]
        : [order.paidAt, addDays(today, 7)];
    const [attempt] = attempts;
    const share = order.total / BigInt(parts.length || 1);
    const view: CoolingOffView = {
      order: standing === 'unpaid' ? { ...order, state: 'open', paidAt: null } : { ...order, paidAt },
      standing,
      lastDay: standing === 'no-right' || standing === 'unpaid' ? null : lastDay,
      askedAt: standing === 'done' ? now : null,
      parts: parts.map((part, index) => ({
        attemptId: `att_gallery_${index}`,
        ...sharedBy(attempt),
        amount: share,
        ...part,
      })),
      owed: isOwed ? [{ ...sharedBy(attempt), attemptId: 'att_gallery_owed', amount: share, ...byHand }] : [],
      amount: share * BigInt(parts.length),
      payoutHint,
      ends: ends ?? (goesOn ? 'subscription' : 'access'),
    };
    const context = { view, product: request.visit.product.title, email: purchase.lead.email };
    return show<CoolingOffData>(coolingOffData(request, context));
  };

const sharedBy = (attempt: Pick<RefundPartView, 'rail' | 'method' | 'kept'> | undefined) => ({
  rail: attempt?.rail ?? '',
  method: attempt?.method ?? '',
  kept: attempt?.kept ?? {},
});

const byHand = { state: 'by-hand', needsDetails: true } as const;
const wanted = { state: 'wanted', needsDetails: false } as const;

export const stories = defineStories<CoolingOffData>({
  usual: at(),
  'by-hand': at({ parts: [{ state: 'offered', needsDetails: true }] }),
  free: at({ parts: [] }),
  plan: at({ ends: 'plan' }),
  done: at({ standing: 'done', parts: [wanted] }),
  'done-free': at({ standing: 'done', parts: [] }),
  returned: at({ standing: 'done', parts: [{ ...wanted, state: 'done' }] }),
  details: at({ standing: 'done', parts: [wanted, byHand] }),
  'details-error': async (request) =>
    refusedWith(
      await at({ standing: 'done', parts: [byHand] })(request),
      { key: '123', number: '123' },
      { key: 'cooling-off.details.key-wrong', number: 'cooling-off.details.number-wrong' },
    ),
  'account-error': async (request) => {
    const made = await at({ standing: 'done', parts: [byHand] })(request);
    // A market with one number for every bank needs no account.
    if (made?.kind !== 'data' || made.data.digits !== null) return null;
    return refusedWith(made, { bank: '237', branch: '12' }, { account: 'cooling-off.details.account-wrong' });
  },
  owed: at({ isOwed: true }),
  'owed-given': at({ isOwed: true, payoutHint: '•••44' }),
  disputed: at({ standing: 'done', parts: [{ state: 'disputed', needsDetails: false }] }),
  'bank-paid': at({ standing: 'done', parts: [{ state: 'canceled', needsDetails: false }] }),
  'details-given': at({ standing: 'done', parts: [byHand], payoutHint: '•••44' }),
  late: at({ standing: 'late', parts: [] }),
  'no-right': at({ standing: 'no-right', parts: [] }),
  unpaid: at({ standing: 'unpaid', parts: [] }),
  'gone-back': at({ standing: 'returned', parts: [] }),
  'plan-gone-back': at({ standing: 'returned', parts: [], ends: 'plan' }),
});
