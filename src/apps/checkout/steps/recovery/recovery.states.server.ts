import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { RecoveryData } from './recovery-page.tsx';
import { showRecovery } from './recovery.server.ts';

const left = (kind: RecoveryData['kind']) => async (request: GalleryRequest) => {
  const made = await sampleInvoice(request, 'open');
  return made && showRecovery(request, kind, made.facts);
};

export const states = defineStepStates<RecoveryData>({
  usual: left('unfinished'),
  'failed-charge': left('failed-charge'),
  error: async (request) => refusedWith(await left('unfinished')(request), {}, checkAcceptance({})),
});
