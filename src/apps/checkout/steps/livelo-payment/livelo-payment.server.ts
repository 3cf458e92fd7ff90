import { earnedPoints, joinProgramme, pointsAccountOf, pointsRange } from '#src/domain/loyalty/index.server.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import {
  memberVisit,
  type MemberVisit,
  nextOf,
  placeOfLink,
  pointsPaths,
  skipPoints,
} from '../../loyalty/points-visit.server.ts';
import { definePage, type PageRequest, type Redirect, redirect, show } from '../../web/page.server.ts';
import type { LiveloPaymentData } from './livelo-payment-page.tsx';

export const page = definePage<LiveloPaymentData>({
  load: async (request) => {
    const visit = await memberVisit(request);
    if (visit.kind !== 'points') return visit;
    const data = visit.wants === 'earn' ? await earning(request, visit) : await spending(request, visit);
    return 'kind' in data ? data : show<LiveloPaymentData>(data, { head: visit.head });
  },

  submit: async (form, request) => {
    const visit = await memberVisit(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    if (visit.wants === 'spend' && visit.link.points === null) return redirect(request.href(placeOfLink(visit.link)));
    const joined = await joinProgramme(request.ctx, visit.session);
    return joined.ok ? nextOf(request) : redirect(request.href('/success'));
  },
});

/** What the purchase earns; the number only where the programme says it. */
async function earning({ view }: PageRequest, { programme, offer }: MemberVisit): Promise<LiveloPaymentData> {
  const terms = await programme.earning();
  const { total, discount, currency } = offer.quote;
  const points = terms.ok ? earnedPoints(total, terms.value, discount > 0n) : null;
  return {
    wants: 'earn',
    standing: points === null ? 'unknown' : points === 0 ? 'none' : 'earned',
    points: formatCount(points ?? 0, view.locale),
    total: formatMoney({ amount: total, currency }, view.locale),
    creditDays: terms.ok ? terms.value.creditDays : 0,
  };
}

/** The division that was chosen, if the account and the price still allow it. */
async function spending(request: PageRequest, visit: MemberVisit): Promise<LiveloPaymentData | Redirect> {
  const { session, programme, link, offer } = visit;
  const account = await pointsAccountOf(request.ctx, programme, session);
  if (!account.ok) return redirect(request.href(account.error === 'not-begun' ? placeOfLink(link) : pointsPaths.error));
  const { total, currency } = offer.quote;
  const range = pointsRange(account.value, total);
  if (!range || link.points === null || link.points < range.min || link.points > range.max)
    return redirect(request.href(pointsPaths.choice));
  return {
    wants: 'spend',
    points: link.points,
    price: unitsToJson(total),
    currency,
    pointsPerUnit: account.value.pointsPerUnit,
    total: formatMoney({ amount: total, currency }, request.view.locale),
    change: request.href(pointsPaths.choice),
  };
}
