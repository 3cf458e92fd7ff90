import { defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { showElsewhere } from './elsewhere.server.ts';

async function shown(request: GalleryRequest, now: Parameters<typeof showElsewhere>[2] = {}) {
  const purchase = await samplePurchase(request);
  return purchase && showElsewhere(request, purchase, now);
}

export const states = defineStates({
  usual: (request) => shown(request),
  'by-email': (request) => shown(request, { done: 'email' }),
  'by-text': (request) => shown(request, { done: 'sms' }),
  'too-many': (request) => shown(request, { done: 'too-many' }),
  link: (request) =>
    shown(request, { link: `https://escola.example/recovery/rec_${'a'.repeat(26)}?t=${'b'.repeat(43)}` }),
});
