import { defineStories, refusedWith } from '../../stories/stories.contract.server.ts';
import { samplePersonalOffer } from '../../stories/sample-personal-offer.server.ts';
import type { PersonalOfferData } from '../../account/personal-offer/personal-offer.types.ts';

export const stories = defineStories<PersonalOfferData>({
  usual: (request) => samplePersonalOffer(request, { isTerms: true }),
  'first-purchase': (request) => samplePersonalOffer(request, { isTerms: false }),
  taken: (request) => samplePersonalOffer(request, { isTerms: true, standing: 'taken' }),
  over: (request) => samplePersonalOffer(request, { isTerms: true, standing: 'over' }),
  'not-possible': (request) => samplePersonalOffer(request, { isTerms: true, standing: 'not-possible' }),
  error: async (request) =>
    refusedWith(
      await samplePersonalOffer(request, { isTerms: true }),
      { terms: 'yes' },
      { form: 'payment.error.means-refused' },
    ),
});
