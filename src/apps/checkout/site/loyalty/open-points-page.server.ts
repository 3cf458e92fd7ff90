import { findLead, type Lead } from '#src/domain/checkout/leads/index.server.ts';
import {
  leaveProgramme,
  type PointsKind,
  type PointsLink,
  pointsLinkOf,
  type PointsProgramme,
  programmeFor,
} from '#src/domain/customers/loyalty/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { type CurrentOffer, currentOffer } from '../current-offer.server.ts';
import { productDetails, quoteSummary } from '../summary.server.ts';
import {
  type PageHead,
  type PageRequest,
  problem,
  type Problem,
  redirect,
  type Redirect,
} from '../../framework/page.server.ts';

/** The pages of a points programme, in order. */
export const pointsPaths = {
  document: '/livelo/cpf',
  device: '/livelo/select-device',
  code: '/livelo/code',
  choice: '/livelo/payment-method',
  whole: '/livelo/payment',
  error: '/livelo/error',
} as const;

/** The buyer of a points page, and the purpose. */
export interface PointsPage {
  readonly kind: 'points';
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly offer: CurrentOffer;
  readonly wants: PointsKind;
  /** Null where no programme serves the buyer's market. */
  readonly programme: PointsProgramme | null;
  readonly head: PageHead;
}

/** The same once the buyer gave their tax id. */
export interface MemberPage extends PointsPage {
  readonly programme: PointsProgramme;
  readonly link: PointsLink;
}

/** The link's `route` says whether points are earned or redeemed (specification, section 4). */
export function pointsKindOf({ visit }: PageRequest): PointsKind {
  return visit.query.values['route']?.toLowerCase() === 'livelo-accrual' ? 'earn' : 'spend';
}

export async function openPointsPage(request: PageRequest): Promise<PointsPage | Redirect | Problem> {
  const { ctx, words, view } = request;
  const session = await request.findSession();
  const lead = session && (await findLead(ctx, session));
  if (!session || !lead) return redirect(request.firstStep);
  const offer = await currentOffer(request);
  if (offer.kind !== 'offer') return offer;
  const summary = quoteSummary(offer.quote, words, view.locale, productDetails(request, offer.quote));
  return {
    kind: 'points',
    session,
    lead,
    offer,
    wants: pointsKindOf(request),
    programme: programmeFor(ctx, session),
    head: { summary },
  };
}

/** For pages after the tax id: a buyer without one, or with another purpose, is redirected to it. */
export async function openMemberPage(request: PageRequest): Promise<MemberPage | Redirect | Problem> {
  const visit = await openPointsPage(request);
  if (visit.kind !== 'points') return visit;
  const { programme, session, wants } = visit;
  const link = programme && (await pointsLinkOf(request.ctx, session));
  if (!programme || link?.kind !== wants) return redirect(request.href(pointsPaths.document));
  return { ...visit, programme, link };
}

/** For pages that verify a member: earning points needs no verification. */
export async function openVerificationPage(request: PageRequest): Promise<MemberPage | Redirect | Problem> {
  const visit = await openMemberPage(request);
  return visit.kind === 'points' && visit.wants === 'earn' ? redirect(request.href(pointsPaths.whole)) : visit;
}

/** The page of a member's current stage. */
export function stepForLink({ kind, token, challengeId }: PointsLink): string {
  if (kind === 'earn') return pointsPaths.whole;
  if (token !== null) return pointsPaths.choice;
  return challengeId === null ? pointsPaths.device : pointsPaths.code;
}

/** The next step in the flow; the brand check rejects a flow that ends here. */
export function nextStepOf({ view }: PageRequest): Redirect | Problem {
  return view.flow?.next ? redirect(view.flow.next) : problem('flow-ends-at-points');
}

/** Handles "continue without points": the member's session is deleted. Null for every other form. */
export async function skipPoints(
  request: PageRequest,
  form: Readonly<Record<string, string>>,
  { session }: Pick<PointsPage, 'session'>,
): Promise<Redirect | null> {
  if (form['intent'] !== 'skip') return null;
  const left = await leaveProgramme(request.ctx, session);
  return redirect(request.href(left.ok ? '/payment' : '/success'));
}
