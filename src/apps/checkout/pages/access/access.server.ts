import { issueFirstAccess } from '#src/domain/customers/access/index.server.ts';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import { orderOfSession, orderView } from '#src/domain/orders/index.server.ts';
import { buyerAccountById, purchasesOf } from '#src/domain/privacy/index.server.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { emailLinkCookie, orderOfEmailLink } from '../../site/email-link-access.server.ts';
import { mainPurchase, upsellPurchase } from '../../site/order-status/purchase.server.ts';
import {
  definePublicPage,
  type PublicPageRequest,
  type Redirect,
  show,
  type PageResult,
} from '../../framework/page.server.ts';
import type { AccessData } from './access-page.tsx';

/** Shown when the browser has no paid order and no valid magic link. */
const gone: PageResult<AccessData> = show<AccessData>({ kind: 'gone', url: null }, { status: 404 });

export const page = definePublicPage<AccessData>({
  load: async (request) => {
    const token = request.rawQuery.get('t');
    if (token !== null) return exchange(request, token);
    const orderId = await paidOrder(request);
    return orderId === null ? gone : show<AccessData>({ kind: 'ask', url: null });
  },

  submit: async (form, request) => {
    const { purchase, page: pageId, order } = form;
    const orderId =
      pageId !== undefined && order !== undefined
        ? await orderOfBuyerPage(request, pageId, order)
        : await (purchase === 'upsell' ? paidUpsell(request) : paidOrder(request));
    const access = orderId === null ? null : await issueFirstAccess(request.ctx, orderId);
    if (!access) return gone;
    return show<AccessData>(
      { kind: 'go', url: access.url },
      { head: { refresh: { seconds: 0, to: access.url }, headers: { 'referrer-policy': 'no-referrer' } } },
    );
  },
});

/** Moves a magic link's secret from the address to a cookie by a redirect. */
async function exchange(request: PublicPageRequest, token: string): Promise<Redirect | PageResult<AccessData>> {
  const orderId = await orderOfEmailLink(request.ctx, token);
  const view = orderId === null ? null : await orderView(request.ctx, orderId);
  if (!view) return gone;
  const session = await sessionById(request.ctx.db, view.order.sessionId);
  return {
    kind: 'redirect',
    to: withQuery('/access', session?.link ?? {}),
    cookies: [emailLinkCookie(token, request.isHttps)],
    isFinal: true,
  };
}

/** The order whose access this browser may use: a magic link's, else its own of this flow. */
async function paidOrder(request: PublicPageRequest): Promise<string | null> {
  if (request.emailLinkToken !== null) {
    const orderId = await orderOfEmailLink(request.ctx, request.emailLinkToken);
    if (orderId !== null) return orderId;
  }
  const session = await request.inFlow?.findSession();
  const view = session && (await orderOfSession(request.ctx, session.id));
  return view?.order.state === 'paid' ? view.order.id : null;
}

/** An order of the account page, for a browser with the account page's magic link. */
async function orderOfBuyerPage(
  { ctx, magicLinkToken }: PublicPageRequest,
  pageId: string,
  orderId: string,
): Promise<string | null> {
  const token = magicLinkToken(pageId);
  if (token === null || !(await linkOpens(ctx, pageId, token))) return null;
  const buyerPage = await buyerAccountById(ctx.db, pageId);
  const own = buyerPage && (await purchasesOf(ctx, buyerPage)).find(({ order }) => order.id === orderId);
  return own ? own.order.id : null;
}

/** The order of the offer that this browser bought after its own. */
async function paidUpsell({ inFlow }: PublicPageRequest): Promise<string | null> {
  const main = inFlow && (await mainPurchase(inFlow));
  const upsell = main && (await upsellPurchase(inFlow, main.decisions));
  return upsell?.view?.order.state === 'paid' ? upsell.view.order.id : null;
}
