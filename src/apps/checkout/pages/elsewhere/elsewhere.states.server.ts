import { changed, defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { resumeLinkAt } from '../waiting/resume-link.server.ts';
import { showElsewhere } from './elsewhere.server.ts';

async function shown(request: GalleryRequest, now: Parameters<typeof showElsewhere>[2] = {}) {
  const purchase = await samplePurchase(request);
  // Whoever looks at the picture stays: its own address leads nowhere else.
  return purchase && changed(showElsewhere(request, { ...purchase, back: '#' }, now), { here: '#' });
}

const linked = (request: GalleryRequest) => resumeLinkAt(request, '/r/bcdfgh-jkmpqr-tvwxy3');

async function inApp(request: GalleryRequest, userAgent: string) {
  const browser = { ...request.browser, userAgent };
  const link = resumeLinkAt({ ...request, browser }, '/r/bcdfgh-jkmpqr-tvwxy3');
  return changed(await shown(request, { link }), { isInApp: true });
}

export const states = defineStates({
  usual: (request) => shown(request),
  'by-email': (request) => shown(request, { done: 'email' }),
  'by-text': (request) => shown(request, { done: 'sms' }),
  'too-many': (request) => shown(request, { done: 'too-many' }),
  link: (request) => shown(request, { link: linked(request) }),
  'app-android': (request) => inApp(request, 'Mozilla/5.0 (Linux; Android 15; wv) Instagram 401.0'),
  'app-iphone': (request) => inApp(request, 'Mozilla/5.0 (iPhone) Instagram 400.0'),
});
