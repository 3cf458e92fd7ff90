import { changed, defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { samplePurchase } from '../../stories/sample-purchase.server.ts';
import { resumeLinkAt } from '../../site/resume-link/resume-link.server.ts';
import { showOtherDevice } from './other-device.server.ts';

async function shown(request: StoryRequest, now: Parameters<typeof showOtherDevice>[2] = {}) {
  const purchase = await samplePurchase(request);
  // The story stays on its page: its address does not redirect.
  return purchase && changed(showOtherDevice(request, { ...purchase, back: '#' }, now), { here: '#' });
}

const linked = (request: StoryRequest) => resumeLinkAt(request, '/r/bcdfgh-jkmpqr-tvwxy3');

async function inApp(request: StoryRequest, userAgent: string) {
  const browser = { ...request.browser, userAgent };
  const link = resumeLinkAt({ ...request, browser }, '/r/bcdfgh-jkmpqr-tvwxy3');
  return changed(await shown(request, { link }), { isInApp: true });
}

export const stories = defineStories({
  usual: (request) => shown(request),
  'by-email': (request) => shown(request, { done: 'email' }),
  'by-text': (request) => shown(request, { done: 'sms' }),
  'too-many': (request) => shown(request, { done: 'too-many' }),
  link: (request) => shown(request, { link: linked(request) }),
  'app-android': (request) => inApp(request, 'Mozilla/5.0 (Linux; Android 15; wv) Instagram 401.0'),
  'app-iphone': (request) => inApp(request, 'Mozilla/5.0 (iPhone) Instagram 400.0'),
});
