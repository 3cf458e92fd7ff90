import { contractAddress, offerMark } from '#src/domain/contracts/index.ts';
import type { PaymentProfile } from '#src/domain/payment-profiles/index.ts';
import { computeQuote } from '#src/domain/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { type ClickChoice, type ClickWords, oneClickWords } from '#src/domain/upsells/index.ts';
import { oneClickMeans } from '#src/domain/upsells/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { longestFree } from '../steps/payment/payment-texts.server.ts';
import type { PageRequest } from '../web/page.server.ts';
import type { UpsellAhead } from './upsell-ahead.server.ts';
import type { OneClick } from './upsell.types.ts';

/** The words of one click; null where the means that was just used may not be used again, or nobody collects by it. */
async function wordsOf(request: PageRequest, session: CheckoutSession, ahead: UpsellAhead): Promise<ClickWords | null> {
  const means = await oneClickMeans(request.ctx, session, ahead.offer);
  return means && wordsWith(request, ahead, means.profile);
}

function wordsWith({ ctx, words, view }: PageRequest, { target }: UpsellAhead, profile: PaymentProfile): ClickWords {
  const { product, plan, brand } = target;
  return oneClickWords(words, {
    ...{ profile, quote: computeQuote(product, plan, null), locale: view.locale },
    ...{ product: product.title, merchant: brand.businessName },
    takesInstallments: ctx.rails.byId(profile.rail)?.takesInstallments ?? false,
  });
}

/** A choice as its form posts it: count and total, so that what was read is what is compared. */
function valueOf({ count, total }: Pick<ClickChoice, 'count' | 'total'>): string {
  return `${count}:${unitsToJson(total)}`;
}

/** The offer with the means that was just used; null where it may not be used again. */
export async function oneClickOf(
  request: PageRequest,
  session: CheckoutSession,
  ahead: UpsellAhead,
): Promise<OneClick | null> {
  const means = await oneClickMeans(request.ctx, session, ahead.offer);
  return means && oneClickBy(request, ahead, means.profile);
}

/** The offer with a means that is kept. */
export function oneClickBy(request: PageRequest, ahead: UpsellAhead, profile: PaymentProfile): OneClick {
  const said = wordsWith(request, ahead, profile);
  const { product, plan, brand } = ahead.target;
  const free = longestFree(computeQuote(product, plan, null).installments);
  return {
    ...{ buy: said.buy, agree: said.agree },
    contract: request.href(contractAddress(`${offerMark}${ahead.step.id}`)),
    terms: brand.links.terms,
    choices: said.choices.map((choice) => ({ value: valueOf(choice), label: choice.label })),
    chosen: valueOf(said.choices.find(({ count }) => count === free) ?? said.choices[0]),
  };
}

/** What the buyer read beside the button that they pressed, for the choice that was posted; null where that is none. */
export async function choiceMade(
  request: PageRequest,
  session: CheckoutSession,
  ahead: UpsellAhead,
  posted: string,
): Promise<ClickChoice | null> {
  const said = await wordsOf(request, session, ahead);
  return said?.choices.find((choice) => valueOf(choice) === posted) ?? null;
}
