import { contractPath, offerPathPrefix } from '#src/domain/documents/contracts/index.ts';
import type { PaymentProfile } from '#src/domain/payments/profiles/index.ts';
import { computeQuote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { type OneClickOption, type OneClickText, oneClickText } from '#src/domain/sales/upsells/index.ts';
import { oneClickInstrument } from '#src/domain/sales/upsells/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { maxInterestFree } from '../price-view.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { NextUpsell } from './next-upsell.server.ts';
import type { OneClick } from './upsell.types.ts';

/** The texts of a one-click purchase; null where the last instrument cannot be used again, or no gateway charges it. */
async function wordsOf(
  request: PageRequest,
  session: CheckoutSession,
  nextOffer: NextUpsell,
): Promise<OneClickText | null> {
  const instrument = await oneClickInstrument(request.ctx, session, nextOffer.offer);
  return instrument && wordsWith(request, nextOffer, instrument.profile);
}

function wordsWith({ ctx, words, view }: PageRequest, { target }: NextUpsell, profile: PaymentProfile): OneClickText {
  const { product, plan, brand } = target;
  return oneClickText(words, {
    ...{ profile, quote: computeQuote(product, plan, null), locale: view.locale },
    ...{ product: product.title, merchant: brand.businessName },
    takesInstallments: ctx.rails.byId(profile.rail)?.takesInstallments ?? false,
  });
}

/** The posted value of an installment option: count and total, so that the shown option is the compared one. */
function valueOf({ count, total }: Pick<OneClickOption, 'count' | 'total'>): string {
  return `${count}:${unitsToJson(total)}`;
}

/** The offer with the instrument that was just used; null where it cannot be used again. */
export async function oneClickOf(
  request: PageRequest,
  session: CheckoutSession,
  nextOffer: NextUpsell,
): Promise<OneClick | null> {
  const instrument = await oneClickInstrument(request.ctx, session, nextOffer.offer);
  return instrument && oneClickFor(request, nextOffer, instrument.profile);
}

/** The offer with a saved instrument. */
export function oneClickFor(request: PageRequest, nextOffer: NextUpsell, profile: PaymentProfile): OneClick {
  const said = wordsWith(request, nextOffer, profile);
  const { product, plan, brand } = nextOffer.target;
  const free = maxInterestFree(computeQuote(product, plan, null).installments);
  return {
    ...{ buy: said.buy, agree: said.agree },
    contract: request.href(contractPath(`${offerPathPrefix}${nextOffer.step.id}`)),
    terms: brand.links.terms,
    choices: said.choices.map((choice) => ({ value: valueOf(choice), label: choice.label })),
    chosen: valueOf(said.choices.find(({ count }) => count === free) ?? said.choices[0]),
  };
}

/** The consent text beside the pressed button, for the posted option; null for an unknown option. */
export async function postedChoice(
  request: PageRequest,
  session: CheckoutSession,
  nextOffer: NextUpsell,
  posted: string,
): Promise<OneClickOption | null> {
  const said = await wordsOf(request, session, nextOffer);
  return said?.choices.find((choice) => valueOf(choice) === posted) ?? null;
}
