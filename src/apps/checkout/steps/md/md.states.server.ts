import { defineStepStates } from '../../gallery/states.contract.server.ts';
import { page } from './md.server.ts';

export const states = defineStepStates({
  usual: (request) => page.load(request),
});
