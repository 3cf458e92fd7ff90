import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { RecoveryData } from './recovery-page.tsx';
import { showRecovery } from './recovery.server.ts';

const left = (kind: RecoveryData['kind']) => async (request: GalleryRequest) => {
  const made = await sampleInvoice(request, 'open');
  return made && showRecovery(request, kind, made.facts, { kind: 'frozen', until: new Date('2026-11-28T15:00:00Z') });
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
  'price-changed': dearer,
  error: async (request) => refusedWith(await left('unfinished')(request), {}, checkAcceptance({})),
});
