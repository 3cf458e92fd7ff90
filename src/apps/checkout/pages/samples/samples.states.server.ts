import { defineStates, refusedWith } from '../../gallery/states.contract.server.ts';
import { page } from './samples.server.ts';

export const states = defineStates({
  usual: (request) => page.load(request),
  error: async (request) => refusedWith(await page.load(request), { email: 'maria@' }, { email: 'validation.email' }),
});
