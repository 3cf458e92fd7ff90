import type { MemberDevice } from '#src/domain/customers/loyalty/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { StoryRequest } from './stories.contract.server.ts';
import { linkQuote, offerSummary } from '../site/summary.server.ts';
import { type PageResult, show } from '../framework/page.server.ts';
import type { PointsPrice } from '../site/loyalty/price-in-points.ts';

/** What the gallery shows of a points programme: nobody's account. */
export const sampleDevices: readonly MemberDevice[] = [
  { id: 'phone', kind: 'sms', masked: '(••) •••••-4567' },
  { id: 'mail', kind: 'email', masked: 'm•••@e•••.com.br' },
];

export const sampleAccount = { points: 24_500, pointsPerUnit: 32, minimum: 1_000, step: 500 } as const;

/** A page of the programme beside the price of the link. */
export async function showPoints<Data>(request: StoryRequest, data: Data): Promise<PageResult<Data>> {
  return show(data, { head: { summary: await offerSummary(request, null) } });
}

/** The price of the link in points; null when nothing is sold by it. */
export async function samplePrice(request: StoryRequest): Promise<PointsPrice | null> {
  const quote = await linkQuote(request, null);
  const { pointsPerUnit } = sampleAccount;
  return quote && { price: unitsToJson(quote.total), currency: quote.currency, pointsPerUnit };
}
