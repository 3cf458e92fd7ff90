import { defineStepStates } from '../../gallery/states.contract.server.ts';
import { page } from './presentation.server.ts';

export const states = defineStepStates({
  usual: (request) => page.load(request),
});
