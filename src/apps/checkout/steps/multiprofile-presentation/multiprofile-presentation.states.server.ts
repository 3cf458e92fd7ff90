import { defineStepStates, refusedWith } from '../../gallery/states.contract.server.ts';
import { page } from './multiprofile-presentation.server.ts';

export const states = defineStepStates({
  usual: (request) => page.load(request),
  error: async (request) => refusedWith(await page.load(request), {}, { profiles: 'validation.required' }),
});
