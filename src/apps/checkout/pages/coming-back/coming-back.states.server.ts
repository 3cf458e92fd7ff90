import { defineStates } from '../../gallery/states.contract.server.ts';
import { page } from './coming-back.server.ts';

export const states = defineStates({
  usual: (request) => page.load({ ...request, path: '/payment' }),
  sent: (request) => page.load({ ...request, path: '/payment', method: 'POST', sent: { key: 'gallery' } }),
  form: (request) => page.load({ ...request, path: '/lead', method: 'POST', sent: { name: 'Maria' } }),
});
