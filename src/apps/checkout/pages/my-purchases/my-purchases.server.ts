import { issueCapability, revokeCapability } from '#src/domain/capabilities/index.server.ts';
import { leadById } from '#src/domain/leads/index.server.ts';
import {
  type BuyerPage,
  leaveEverywhere,
  ownSubscription,
  purchasesOf,
  subscriptionsOf,
} from '#src/domain/personal-data/index.server.ts';
import { isStoppedFor, stopRemindersTo } from '#src/domain/reminders/index.server.ts';
import { owedNow } from '#src/domain/renewals/index.server.ts';
import {
  cancelSubscription,
  type ChangeFailure,
  pauseSubscription,
  resumeSubscription,
} from '#src/domain/subscriptions/index.server.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { askPath, buyerPath, enterBuyerPage } from '../../passes/enter-buyer-page.server.ts';
import { soldLink } from '../../passes/sold-link.server.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type Submitted,
} from '../../web/page.server.ts';
import type { MyPurchasesData } from './my-purchases.types.ts';
import { purchaseCard, subscriptionCard } from './my-purchases-data.server.ts';

const doneWords = [
  'paused',
  'resumed',
  'canceled',
  'stopped',
  'means',
  'means-charged',
  'means-refused',
  'address',
] as const;

export const page = definePage<MyPurchasesData>({
  load: async (request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    return show<MyPurchasesData>(await myPurchases(request, entered.page));
  },

  submit: async (form, request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    const { page: own } = entered;
    switch (form['intent']) {
      case 'withdraw':
        return toWithdrawal(request, own, form['order'] ?? '');
      case 'pay':
        return toRenewal(request, own, form['subscription'] ?? '');
      case 'stop-reminders':
        await stopRemindersTo(request.ctx, own);
        return done(request, 'stopped');
      case 'leave':
      case 'leave-everywhere':
        return leave(request, own, form['intent'] === 'leave-everywhere');
      case 'pause':
      case 'resume':
      case 'cancel':
        return change(request, own, form['intent'], form);
      default:
        return redirect(request.href(request.path));
    }
  },
});

/** Ends the link by which this browser came, or every link to what they bought; here all that letters opened is forgotten. */
async function leave(request: PageRequest, own: BuyerPage, isEverywhere: boolean): Promise<Redirect> {
  const { ctx, forgetPasses, href } = request;
  const secret = request.pass(own.id);
  if (isEverywhere) await leaveEverywhere(ctx, own);
  else if (secret !== null) await revokeCapability(ctx.db, own.id, secret);
  return { kind: 'redirect', to: href(askPath, { left: isEverywhere ? 'everywhere' : 'here' }), cookies: forgetPasses };
}

function done(request: PageRequest, what: (typeof doneWords)[number]): Redirect {
  return redirect(request.href(request.path, { done: what }));
}

async function myPurchases(request: PageRequest, own: BuyerPage): Promise<MyPurchasesData> {
  const { ctx, visit, href, path, rawQuery } = request;
  const [purchases, subscriptions, isStopped] = await Promise.all([
    purchasesOf(ctx, own),
    subscriptionsOf(ctx, own),
    isStoppedFor(ctx, own),
  ]);
  // What nobody has paid for may be somebody's who typed this address and is another.
  const paid = purchases.find(({ order }) => order.paidAt !== null);
  const newest = paid?.order.leadId ?? subscriptions[0]?.subscription.leadId;
  const lead = newest === undefined ? null : await leadById(ctx.db, newest);
  const dues = await Promise.all(subscriptions.map(({ subscription }) => owedNow(ctx, subscription)));
  return {
    name: lead?.name.trim().split(/\s+/)[0] ?? '',
    email: maskEmail(own.email),
    school: visit.brand.name,
    here: href(path),
    done: doneWords.find((word) => word === rawQuery.get('done')) ?? null,
    pageId: own.id,
    courses: purchases.flatMap((one) =>
      one.hasAccess ? [{ orderId: one.order.id, title: one.titles.join(' + ') }] : [],
    ),
    purchases: purchases.map((one) => purchaseCard(request, one)),
    subscriptions: subscriptions.map((one, at) => subscriptionCard(request, own.id, one, dues[at])),
    isStopped,
    links: {
      access: href('/access'),
      address: lead ? href(buyerPath(own.id, '/address')) : null,
      data: href(buyerPath(own.id, '/data')),
      help: visit.brand.links.faq,
    },
  };
}

/** To the page of an order's withdrawal. */
async function toWithdrawal(request: PageRequest, own: BuyerPage, orderId: string): Promise<Redirect> {
  const found = (await purchasesOf(request.ctx, own)).find(({ order }) => order.id === orderId);
  return found ? passTo(request, '/withdraw', orderId, found.order.sessionId) : redirect(request.href(request.path));
}

/** To the page on which what a subscription owes is paid, in any way that its school offers. */
async function toRenewal(request: PageRequest, own: BuyerPage, id: string): Promise<Redirect> {
  const found = await ownSubscription(request.ctx, own, id);
  const lead = found && (await leadById(request.ctx.db, found.subscription.leadId));
  return lead ? passTo(request, '/renew', id, lead.sessionId) : redirect(request.href(request.path));
}

/** To a page of something that was sold, with a pass of its own. */
async function passTo(request: PageRequest, path: string, id: string, sessionId: string): Promise<Redirect> {
  const { ctx, href, givePass } = request;
  const to = await soldLink(request, `${path}/${id}`, sessionId);
  if (to === null) return redirect(href(request.path));
  const token = await issueCapability(ctx, ctx.db, id);
  return { kind: 'redirect', to, cookies: [givePass(id, token)] };
}

const changes = { pause: 'paused', resume: 'resumed', cancel: 'canceled' } as const;

async function change(
  request: PageRequest,
  own: BuyerPage,
  intent: keyof typeof changes,
  form: FormFields,
): Promise<Submitted> {
  const id = form['subscription'] ?? '';
  const found = await ownSubscription(request.ctx, own, id);
  if (!found) return redirect(request.href(request.path));
  const changed = await run(request, intent, id);
  if (changed.ok) return done(request, changes[intent]);
  const busy = changed.error === 'charge-under-way';
  return refuse({ subscription: id }, { subscription: busy ? 'my-purchases.busy' : 'my-purchases.not-possible' });
}

/** What is paid for may be used to its end; what is not paid for ends at once. */
async function run(
  { ctx }: PageRequest,
  intent: keyof typeof changes,
  id: string,
): Promise<Result<unknown, ChangeFailure>> {
  if (intent === 'pause') return pauseSubscription(ctx, id);
  if (intent === 'resume') return resumeSubscription(ctx, id);
  return cancelSubscription(ctx, id, { when: 'period-end', reason: 'buyer' });
}
