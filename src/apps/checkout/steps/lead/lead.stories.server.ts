import { longBuyer } from '../../stories/sample-buyers.ts';
import { sampleLead } from '../../stories/sample-purchase.server.ts';
import { changed, defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { questionsOf } from './lead-extras.server.ts';
import { leadValues, page } from './lead.server.ts';
import { checkLead } from './lead.rules.ts';

const load = (request: StoryRequest) => page.load(request);

export const stories = defineStepStories({
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
    changed(await load(request), { values: { ...leadValues(sampleLead(request)), ...longBuyer } }),
});
