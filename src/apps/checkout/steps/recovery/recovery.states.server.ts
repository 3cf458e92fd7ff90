import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { RecoveryData } from './recovery-page.tsx';
import { showRecovery } from './recovery.server.ts';

const declined = { state: 'declined' } as const;
const frozen = { kind: 'frozen', until: new Date('2026-11-28T15:00:00Z') } as const;

const left =
  (kind: RecoveryData['kind'], price: Parameters<typeof showRecovery>[3] = frozen, isTried = false) =>
  async (request: GalleryRequest) => {
    const made = await sampleInvoice(request, 'open', { tried: isTried ? declined : null });
    return made && showRecovery(request, kind, made.facts, price);
  };

const dearer = async (request: GalleryRequest) => {
  const made = await sampleInvoice(request, 'open');
  return (
    made && showRecovery(request, 'unfinished', made.facts, { kind: 'today', before: made.facts.quote.total - 5_000n })
  );
};

export const states = defineStepStates<RecoveryData>({
  usual: left('unfinished'),
  'failed-charge': left('failed-charge'),
  'price-of-today': left('unfinished', { kind: 'today' }),
  'price-changed': dearer,
  declined: left('failed-charge', frozen, true),
  error: async (request) => refusedWith(await left('unfinished')(request), {}, checkAcceptance({})),
});
