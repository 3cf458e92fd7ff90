import { sampleLead } from '../../stories/sample-purchase.server.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { offerSummary } from '../../site/summary.server.ts';
import { problem, show } from '../../framework/page.server.ts';
import type { PhoneVerificationData } from './phone-verification-page.tsx';
import { checkCode } from '../../site/verification-code/verification-code.rules.ts';
import { verificationData } from './phone-verification.server.ts';

const inState =
  (state: PhoneVerificationData['state'], resendSeconds = 0) =>
  async (request: StoryRequest) => {
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-phone-verification');
    const data = verificationData(request, sampleLead(request), { state, resendSeconds, next });
    return show<PhoneVerificationData>(data, { head: { summary: await offerSummary(request, null) } });
  };

export const stories = defineStepStories<PhoneVerificationData>({
  ask: inState('ask'),
  sent: inState('sent', 48),
  again: inState('sent'),
  error: async (request) => refusedWith(await inState('sent')(request), { code: '12' }, checkCode({ code: '12' })),
  wrong: async (request) =>
    refusedWith(await inState('sent')(request), {}, { code: 'phone-verification.code.refused' }),
  'not-sent-again': async (request) =>
    refusedWith(await inState('sent')(request), {}, { form: 'phone-verification.send.failed' }),
  failed: async (request) => refusedWith(await inState('ask')(request), {}, { form: 'phone-verification.send.failed' }),
  verified: inState('verified'),
  'not-served': inState('not-served'),
});
