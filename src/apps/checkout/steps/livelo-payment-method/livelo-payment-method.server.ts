import {
  choosePoints,
  roundToStep,
  isInRange,
  pointsAccountOf,
  pointsRange,
} from '#src/domain/customers/loyalty/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import {
  type MemberPage,
  nextStepOf,
  stepForLink,
  pointsPaths,
  openVerificationPage,
  skipPoints,
} from '../../site/loyalty/open-points-page.server.ts';
import { definePage, type PageRequest, type Redirect, redirect, refuse, show } from '../../framework/page.server.ts';
import type { LiveloPaymentMethodData } from './livelo-payment-method-page.tsx';
import { readPoints } from './points.rules.ts';

const longest = 20;

export const page = definePage<LiveloPaymentMethodData>({
  load: async (request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const { session, programme, link, offer, head } = visit;
    const account = await pointsAccountOf(request.ctx, programme, session);
    if (!account.ok) return redirectOnFailure(request, visit, account.error);
    const { quote } = offer;
    const { points: balance, pointsPerUnit, minimum } = account.value;
    const range = pointsRange(account.value, quote.total);
    const before = link.points;
    return show<LiveloPaymentMethodData>(
      {
        balance,
        minimum,
        // All that may be used, until the buyer says something else.
        choice: range && { range, points: roundToStep(before ?? range.whole ?? range.max, range) },
        isChanged: before !== null && range !== null && !isInRange(before, range),
        price: unitsToJson(quote.total),
        currency: quote.currency,
        pointsPerUnit,
        otherCpf: request.href(pointsPaths.document),
      },
      { head },
    );
  },

  submit: async (form, request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    const { session, programme, offer } = visit;
    const typed = (form['points'] ?? '').slice(0, longest);
    const pointsRequest = { points: readPoints(typed) ?? Number.NaN, price: offer.quote.total };
    const chosen = await choosePoints(request.ctx, programme, session, pointsRequest);
    if (chosen.ok) return nextStepOf(request);
    if (chosen.error === 'too-few') return redirect(request.href(request.path));
    if (chosen.error === 'out-of-range')
      return refuse({ points: typed }, { points: `livelo-payment-method.points.${why(typed)}` });
    return redirectOnFailure(request, visit, chosen.error);
  },
});

/** The page's own rules check the number as well; here only the kinds that need no limits. */
function why(typed: string): 'format' | 'range' {
  return readPoints(typed) === null ? 'format' : 'range';
}

/** Where a buyer goes on whose account does not open. */
function redirectOnFailure(request: PageRequest, { link }: MemberPage, failure: string): Redirect {
  return redirect(request.href(failure === 'not-begun' ? stepForLink(link) : pointsPaths.error));
}
