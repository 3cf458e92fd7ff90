/** In-app browsers, by the token in their user agent. */
const apps: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Instagram', /\bInstagram\b/],
  ['Facebook', /\bFB(?:AN|AV|_IAB|IOS)\b|\bFBAN\//],
  ['TikTok', /\bmusical_ly\b|\bBytedanceWebview\b|\bTikTok\b/i],
  ['WhatsApp', /\bWhatsApp\/\d/],
];

/**
 * The app whose in-app browser shows a page, by `User-Agent`; null for any other browser. Bank apps cannot be opened from
 * there, and a challenge may not return: the page explains how to leave it.
 */
export function inAppBrowser(userAgent: string): string | null {
  return apps.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}

/**
 * The address by which an app's own browser on Android hands one of our pages to the browser proper (Chrome for Developers,
 * "Android Intents with Chrome"); null in every other browser. An app that does not take it opens the page where it is.
 */
export function androidIntentUrl(userAgent: string, href: string): string | null {
  if (inAppBrowser(userAgent) === null || !/\bAndroid\b/.test(userAgent)) return null;
  const { host, pathname, search, protocol } = new URL(href);
  const intentParts = [
    `scheme=${protocol.slice(0, -1)}`,
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    `S.browser_fallback_url=${encodeURIComponent(href)}`,
  ];
  return `intent://${host}${pathname}${search}#Intent;${intentParts.join(';')};end`;
}
