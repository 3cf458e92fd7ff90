import { defineStates } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { ProviderReturnData } from './provider-return-page.tsx';

export const states = defineStates<ProviderReturnData>({
  'other-browser': () => Promise.resolve(show<ProviderReturnData>({})),
});
