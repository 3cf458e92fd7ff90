import { defineStates } from '../../gallery/states.contract.server.ts';
import { page } from './link-gone.server.ts';

export const states = defineStates({
  usual: (request) => page.load(request),
});
