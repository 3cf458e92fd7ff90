import { longPerson } from '../../gallery/sample-people.ts';
import { sampleLead } from '../../gallery/sample-purchase.server.ts';
import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { questionsOf } from './lead-extras.server.ts';
import { leadValues, page } from './lead.server.ts';
import { checkLead } from './lead.rules.ts';

const load = (request: GalleryRequest) => page.load(request);

export const states = defineStepStates({
  usual: load,
  filled: async (request) => changed(await load(request), { values: leadValues(sampleLead(request)) }),
  error: async (request) => {
    const values = { name: 'Maria', email: 'maria@', phone: '123', country: request.visit.brand.market };
    return refusedWith(await load(request), values, checkLead(values, questionsOf(request)));
  },
  empty: async (request) => refusedWith(await load(request), {}, checkLead({}, questionsOf(request))),
  'must-wait': async (request) =>
    refusedWith(await load(request), { ...leadValues(sampleLead(request)) }, { form: 'lead.error.many' }),
  'asked-to-count': async (request) => {
    const made = await load(request);
    const { gtm, analytics } = request.visit.brand;
    return made.kind === 'data' && (gtm ?? analytics) !== null ? { ...made, asksConsent: true } : null;
  },
  'long-filled': async (request) =>
    changed(await load(request), { values: { ...leadValues(sampleLead(request)), ...longPerson } }),
});
