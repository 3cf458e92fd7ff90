import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './temporarily-unavailable.server.ts';

export const stories = defineStories({
  usual: (request) => page.load({ ...request, path: '/payment' }),
  sent: (request) => page.load({ ...request, path: '/payment', method: 'POST', sent: { key: 'gallery' } }),
  form: (request) => page.load({ ...request, path: '/lead', method: 'POST', sent: { name: 'Maria' } }),
});
