import { defineStates, refusedWith } from '../../gallery/states.contract.server.ts';
import { sampleMadeOffer } from '../../passes/sample-offer-made.server.ts';
import type { MadeOfferData } from './made-offer.types.ts';

export const states = defineStates<MadeOfferData>({
  usual: (request) => sampleMadeOffer(request, { isTerms: true }),
  'first-purchase': (request) => sampleMadeOffer(request, { isTerms: false }),
  taken: (request) => sampleMadeOffer(request, { isTerms: true, standing: 'taken' }),
  over: (request) => sampleMadeOffer(request, { isTerms: true, standing: 'over' }),
  'not-possible': (request) => sampleMadeOffer(request, { isTerms: true, standing: 'not-possible' }),
  error: async (request) =>
    refusedWith(
      await sampleMadeOffer(request, { isTerms: true }),
      { terms: 'yes' },
      { form: 'payment.error.means-refused' },
    ),
});
