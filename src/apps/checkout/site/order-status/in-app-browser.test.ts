import { expect, test } from 'vitest';
import { inAppBrowser, androidIntentUrl } from './in-app-browser.ts';

const android =
  'Mozilla/5.0 (Linux; Android 15; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${android} Instagram 401.0.0.48.79 Android (35/15; 450dpi; 1080x2116; samsung)`, 'Instagram'],
  [`${iphone} Mobile/22G86 Instagram 400.0.0.33.85 (iPhone14,5; iOS 18_6; pt_BR)`, 'Instagram'],
  [`${android} [FB_IAB/FB4A;FBAV/530.0.0.48.74;]`, 'Facebook'],
  [`${iphone} Mobile/22G86 [FBAN/FBIOS;FBAV/530.0.0.29.76;FBBV/1]`, 'Facebook'],
  [`${android} trill_410203 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${iphone} Mobile/22G86 musical_ly_41.2.0 BytedanceWebview`, 'TikTok'],
  [`${android} WhatsApp/2.25.30.5 A`, 'WhatsApp'],
  [`${iphone} Version/18.6 Mobile/15E148 Safari/604.1`, null],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    null,
  ],
])('%s', (userAgent, app) => expect(inAppBrowser(userAgent)).toBe(app));

test('an app on Android hands the page over; nobody else can, and nobody else is asked to', () => {
  const href = 'https://pay.example/r/bcdfgh-jkmpqr-tvwxy3';
  expect(androidIntentUrl(`${android} Instagram 401.0`, href)).toBe(
    'intent://pay.example/r/bcdfgh-jkmpqr-tvwxy3#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=https%3A%2F%2Fpay.example%2Fr%2Fbcdfgh-jkmpqr-tvwxy3;end',
  );
  expect(androidIntentUrl(`${iphone} Instagram 400.0`, href)).toBeNull();
  expect(androidIntentUrl(android, href)).toBeNull();
});
