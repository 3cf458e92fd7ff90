import { defineStates } from '../../gallery/states.contract.server.ts';
import { page } from './generic-error.server.ts';

export const states = defineStates({
  usual: (request) => page.load({ ...request, rawQuery: new URLSearchParams({ reference: 'KXWQPRTZ' }) }),
  bare: (request) => page.load({ ...request, link: {} }),
});
