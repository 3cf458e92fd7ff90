import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './generic-error.server.ts';

const link = { product: 'ms' };

export const stories = defineStories({
  usual: (request) => page.load({ ...request, rawQuery: new URLSearchParams({ reference: 'KXWQPRTZ' }) }),
  bare: (request) => page.load({ ...request, link: {} }),
  'unknown-seller': (request) =>
    page.load({
      ...request,
      link,
      brokenLink: { unknown: 'seller', without: ['seller'], visit: request.inFlow?.visit ?? null },
    }),
  'unknown-offer': (request) =>
    page.load({
      ...request,
      link,
      brokenLink: { unknown: 'offer', without: ['offer'], visit: request.inFlow?.visit ?? null },
    }),
  'unknown-product': (request) =>
    page.load({ ...request, link, brokenLink: { unknown: 'product', without: [], visit: null } }),
});
