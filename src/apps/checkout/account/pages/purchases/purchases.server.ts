import { issueMagicLink, revokeMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import {
  type BuyerAccount,
  signOutEverywhere,
  accountSubscription,
  purchasesOf,
  subscriptionsOf,
} from '#src/domain/privacy/index.server.ts';
import { hasAddressOptedOut, optOutAddress } from '#src/domain/sales/reminders/index.server.ts';
import { amountOwedNow } from '#src/domain/subscriptions/charging/index.server.ts';
import {
  cancelSubscription,
  type ChangeFailure,
  pauseSubscription,
  resumeSubscription,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { accountLinkPath, accountPath, openAccountPage } from '../../links/open-account-page.server.ts';
import {
  definePage,
  type FormFields,
  type PageRequest,
  redirect,
  type Redirect,
  refuse,
  show,
  type SubmitResult,
  type BaseRequest,
} from '#src/apps/checkout/framework/page.server.ts';
import type { PurchasesData } from './purchases.types.ts';
import { purchaseCard, subscriptionCard } from './purchases-data.server.ts';
import { brandOf, linkOf } from '#src/branding/index.server.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';

const doneWords = [
  'paused',
  'resumed',
  'canceled',
  'stopped',
  'card-saved',
  'card-saved-charged',
  'card-saved-charge-declined',
  'address',
] as const;

export const page = definePage<PurchasesData>({
  load: async (request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    return show<PurchasesData>(await purchasesData(request, entered.page));
  },

  submit: async (form, request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    const { page: own } = entered;
    switch (form['intent']) {
      case 'withdraw':
        return toCoolingOff(request, own, form['order'] ?? '');
      case 'pay':
        return toRenewal(request, own, form['subscription'] ?? '');
      case 'stop-reminders':
        await optOutAddress(request.ctx, own);
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

/** Revokes this browser's link, or every link to this buyer's purchases, and clears all magic-link cookies. */
async function leave(request: PageRequest, own: BuyerAccount, isEverywhere: boolean): Promise<Redirect> {
  const { ctx, clearMagicLinks, href } = request;
  const secret = request.magicLinkToken(own.id);
  if (isEverywhere) await signOutEverywhere(ctx, own);
  else if (secret !== null) await revokeMagicLink(ctx.db, own.id, secret);
  return {
    kind: 'redirect',
    to: href(accountLinkPath, { left: isEverywhere ? 'everywhere' : 'here' }),
    cookies: clearMagicLinks,
  };
}

function done(request: PageRequest, what: (typeof doneWords)[number]): Redirect {
  return redirect(request.href(request.path, { done: what }));
}

async function purchasesData(request: PageRequest, own: BuyerAccount): Promise<PurchasesData> {
  const { ctx, visit, href, path, rawQuery } = request;
  const [purchases, subscriptions, hasOptedOut] = await Promise.all([
    purchasesOf(ctx, own),
    subscriptionsOf(ctx, own),
    hasAddressOptedOut(ctx, own),
  ]);
  // An unpaid order may belong to another person who typed this address.
  const paid = purchases.find(({ order }) => order.paidAt !== null);
  const newest = paid?.order.leadId ?? subscriptions[0]?.subscription.leadId;
  const lead = newest === undefined ? null : await leadById(ctx.db, newest);
  const dues = await Promise.all(subscriptions.map(({ subscription }) => amountOwedNow(ctx, subscription)));
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
    hasOptedOut,
    links: {
      access: href('/access'),
      address: lead ? href(accountPath(own.id, '/address')) : null,
      data: href(accountPath(own.id, '/data')),
      help: visit.brand.links.faq,
    },
  };
}

/** Redirects to the cooling-off page of an order. */
async function toCoolingOff(request: PageRequest, own: BuyerAccount, orderId: string): Promise<Redirect> {
  const found = (await purchasesOf(request.ctx, own)).find(({ order }) => order.id === orderId);
  return found
    ? openWithMagicLink(request, '/withdraw', orderId, found.order.sessionId)
    : redirect(request.href(request.path));
}

/** Redirects to the page that pays a subscription's debt by any payment method of the school. */
async function toRenewal(request: PageRequest, own: BuyerAccount, id: string): Promise<Redirect> {
  const found = await accountSubscription(request.ctx, own, id);
  const lead = found && (await leadById(request.ctx.db, found.subscription.leadId));
  return lead ? openWithMagicLink(request, '/renew', id, lead.sessionId) : redirect(request.href(request.path));
}

/** Redirects to a page of a purchase, with a magic link of its own. */
async function openWithMagicLink(request: PageRequest, path: string, id: string, sessionId: string): Promise<Redirect> {
  const { ctx, href, setMagicLinkCookie } = request;
  const to = await saleLink(request, `${path}/${id}`, sessionId);
  if (to === null) return redirect(href(request.path));
  const token = await issueMagicLink(ctx, ctx.db, id);
  return { kind: 'redirect', to, cookies: [setMagicLinkCookie(id, token)] };
}

const changes = { pause: 'paused', resume: 'resumed', cancel: 'canceled' } as const;

async function change(
  request: PageRequest,
  own: BuyerAccount,
  intent: keyof typeof changes,
  form: FormFields,
): Promise<SubmitResult> {
  const id = form['subscription'] ?? '';
  const found = await accountSubscription(request.ctx, own, id);
  if (!found) return redirect(request.href(request.path));
  const changed = await run(request, intent, id);
  if (changed.ok) return done(request, changes[intent]);
  const busy = changed.error === 'charge-under-way';
  return refuse({ subscription: id }, { subscription: busy ? 'purchases.busy' : 'purchases.not-possible' });
}

/** A paid subscription ends with its billing period; an unpaid one ends at once. */
async function run(
  { ctx }: PageRequest,
  intent: keyof typeof changes,
  id: string,
): Promise<Result<unknown, ChangeFailure>> {
  if (intent === 'pause') return pauseSubscription(ctx, id);
  if (intent === 'resume') return resumeSubscription(ctx, id);
  return cancelSubscription(ctx, id, { when: 'period-end', reason: 'buyer' });
}

/**
 * One of our paths with the query of the session that made the sale. The account page lists the sales of all schools of a
 * brand, but each sale's pages open with its own school's link only.
 */
async function saleLink(
  { ctx, brands }: Pick<BaseRequest, 'ctx' | 'brands'>,
  path: string,
  sessionId: string,
): Promise<string | null> {
  const session = await sessionById(ctx.db, sessionId);
  const brand = session && brandOf(brands, session.brand, session.variant);
  return session && brand ? withQuery(path, linkOf(session, brand)) : null;
}
