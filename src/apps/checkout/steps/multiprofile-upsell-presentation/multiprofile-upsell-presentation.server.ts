import { saveStepAnswers } from '#src/domain/checkout/sessions/index.server.ts';
import { answerUpsell } from '../../site/upsell/answer-upsell.server.ts';
import { type OfferedUpsell, requireUpsellOffer } from '../../site/upsell/require-upsell-offer.server.ts';
import { nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../framework/page.server.ts';
import { readCount } from '../../site/profile-choice/profile-options.server.ts';
import { profileOptions } from '../../site/profile-choice/profile-options.server.ts';
import type { ProfileUpsellData } from './multiprofile-upsell-presentation-page.tsx';

export const page = definePage<ProfileUpsellData>({
  load: async (request) => {
    const offered = await requireUpsellOffer(request);
    return offered.kind === 'offered' ? show<ProfileUpsellData>(profileUpsell(request, offered)) : offered;
  },

  submit: async (form, request) => {
    const nextOffer = nextUpsell(request, request.visit.step);
    const profiles = nextOffer && form['upsell'] === 'accept' ? readCount(form, nextOffer.target.plan) : 1;
    if (profiles === null) return refuse(form, { profiles: 'validation.required' });
    const answered = await answerUpsell(request, form);
    const offered = await requireUpsellOffer(request);
    // How many belongs to the purchase of the offer, which is there as soon as it was accepted.
    if (offered.kind === 'offered' && offered.session)
      await saveStepAnswers(request.ctx, offered.session, { profiles });
    return answered ?? redirect(request.href(request.path));
  },
});

/** The offer for each number of people that it has a price for. */
export function profileUpsell(
  request: PageRequest,
  { nextOffer, session }: Pick<OfferedUpsell, 'nextOffer' | 'session'>,
): ProfileUpsellData {
  const { visit, view, words } = request;
  const { plan } = nextOffer.target;
  const { multiProfile } = visit.brand.features;
  const usesMonthlyDifference = multiProfile?.shouldUseMonthlyDifference ?? false;
  return {
    bought: visit.product.title,
    offer: upsellView(request, nextOffer, visit.product.title),
    choice: {
      thumbnail: multiProfile && request.fileOf(multiProfile.cardThumbnail),
      options: profileOptions(plan, { words, locale: view.locale, wording: 'more', usesMonthlyDifference }),
      chosen: session?.answers.profiles ?? 1,
      isAnswered: session?.answers.profiles !== undefined,
      planId: plan.id,
    },
  };
}
