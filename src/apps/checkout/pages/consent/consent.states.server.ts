import { defineStates } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { ConsentData } from './consent.types.ts';

export const states = defineStates<ConsentData>({
  usual: () => show<ConsentData>({ answer: 'unasked' }),
  refused: () => show<ConsentData>({ answer: 'refused' }),
  given: () => show<ConsentData>({ answer: 'given' }),
});
