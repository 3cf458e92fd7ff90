import { saveStepAnswers } from '#src/domain/checkout/sessions/index.server.ts';
import { currentOffer } from '../../site/current-offer.server.ts';
import { productDetails, quoteSummary } from '../../site/summary.server.ts';
import { definePage, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import type { ProfileChoiceData } from '../../site/profile-choice/profile-choice.types.ts';
import { readCount, profileOptions } from '../../site/profile-choice/profile-options.server.ts';

export const page = definePage<ProfileChoiceData>({
  load: async (request) => {
    const { view, words, visit } = request;
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const { plan, quote, session } = offer;
    const { multiProfile } = visit.brand.features;
    const usesMonthlyDifference = multiProfile?.shouldUseMonthlyDifference ?? false;
    return show<ProfileChoiceData>(
      {
        thumbnail: multiProfile && request.fileOf(multiProfile.cardThumbnail),
        options: profileOptions(plan, { words, locale: view.locale, wording: 'whole', usesMonthlyDifference }),
        chosen: session?.answers.profiles ?? 1,
        isAnswered: session?.answers.profiles !== undefined,
        planId: plan.id,
      },
      { head: { summary: quoteSummary(quote, words, view.locale, productDetails(request, quote)) } },
    );
  },

  submit: async (form, request) => {
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-multiprofile');
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const profiles = readCount(form, offer.plan);
    if (profiles === null) return refuse(form, { profiles: 'validation.required' });
    const answered = await saveStepAnswers(request.ctx, await request.session(), { profiles });
    return redirect(answered.ok ? next : request.href('/payment'));
  },
});
