import { defineStates } from '../../gallery/states.contract.server.ts';
import { page } from './start.server.ts';

/** It belongs to no brand; its own address shows it in the neutral one. */
export const states = defineStates({
  usual: (request) => page.load({ ...request, inFlow: null, link: {} }),
});
