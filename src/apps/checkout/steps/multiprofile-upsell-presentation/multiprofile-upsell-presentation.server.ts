import { answerStep } from '#src/domain/sessions/index.server.ts';
import { answerUpsell } from '../../upsell/answer-upsell.server.ts';
import { type OfferedHere, offeredHere } from '../../upsell/offered-here.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { upsellView } from '../../upsell/upsell-view.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../web/page.server.ts';
import { readCount } from '../multiprofile-presentation/multiprofile-presentation.server.ts';
import { profileOptions } from '../multiprofile-presentation/profile-options.server.ts';
import type { ProfileUpsellData } from './multiprofile-upsell-presentation-page.tsx';

export const page = definePage<ProfileUpsellData>({
  load: async (request) => {
    const offered = await offeredHere(request);
    return offered.kind === 'offered' ? show<ProfileUpsellData>(profileUpsell(request, offered)) : offered;
  },

  submit: async (form, request) => {
    const ahead = upsellAhead(request, request.visit.step);
    const profiles = ahead && form['upsell'] === 'accept' ? readCount(form, ahead.target.plan) : 1;
    if (profiles === null) return refuse(form, { profiles: 'validation.required' });
    const answered = await answerUpsell(request, form);
    const offered = await offeredHere(request);
    // How many belongs to the purchase of the offer, which is there as soon as it was accepted.
    if (offered.kind === 'offered' && offered.session) await answerStep(request.ctx, offered.session, { profiles });
    return answered ?? redirect(request.href(request.path));
  },
});

/** The offer for each number of people that it has a price for. */
export function profileUpsell(
  request: PageRequest,
  { ahead, session }: Pick<OfferedHere, 'ahead' | 'session'>,
): ProfileUpsellData {
  const { visit, view, words } = request;
  const { plan } = ahead.target;
  const { multiProfile } = visit.brand.features;
  const usesMonthlyDifference = multiProfile?.shouldUseMonthlyDifference ?? false;
  return {
    bought: visit.product.title,
    offer: upsellView(request, ahead, visit.product.title),
    choice: {
      thumbnail: multiProfile && request.fileOf(multiProfile.cardThumbnail),
      options: profileOptions(plan, { words, locale: view.locale, wording: 'more', usesMonthlyDifference }),
      chosen: session?.answers.profiles ?? 1,
      isAnswered: session?.answers.profiles !== undefined,
      planId: plan.id,
    },
  };
}
