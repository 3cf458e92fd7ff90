import { sampleInvoice } from '../../stories/sample-subscription.server.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { checkAcceptance } from '../../payment-form/form-fields.ts';
import type { RecoveryData } from './recovery-page.tsx';
import { showRecovery } from './recovery.server.ts';

const declined = { state: 'declined' } as const;
const frozen = { kind: 'frozen', until: new Date('2026-11-28T15:00:00Z') } as const;

const left =
  (kind: RecoveryData['kind'], price: Parameters<typeof showRecovery>[3] = frozen, isTried = false) =>
  async (request: StoryRequest) => {
    const made = await sampleInvoice(request, 'open', { tried: isTried ? declined : null });
    return made && showRecovery(request, kind, made.context, price);
  };

const higherPriced = async (request: StoryRequest) => {
  const made = await sampleInvoice(request, 'open');
  return (
    made &&
    showRecovery(request, 'unfinished', made.context, { kind: 'today', before: made.context.quote.total - 5_000n })
  );
};

export const stories = defineStepStories<RecoveryData>({
  usual: left('unfinished'),
  'failed-charge': left('failed-charge'),
  'price-of-today': left('unfinished', { kind: 'today' }),
  'price-changed': higherPriced,
  declined: left('failed-charge', frozen, true),
  error: async (request) => refusedWith(await left('unfinished')(request), {}, checkAcceptance({})),
});
