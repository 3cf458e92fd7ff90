import { defineStates } from '../../gallery/states.contract.server.ts';
import { page } from './cookies-disabled.server.ts';

export const states = defineStates({
  usual: (request) => page.load(request),
});
