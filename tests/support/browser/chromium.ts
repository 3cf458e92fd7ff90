import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** The Chromium to test with: `CHROMIUM_PATH`, a usual place, or Playwright's own. Throws with what to install. */
export function findChromium(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const asked = environment['CHROMIUM_PATH'];
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new Error(`CHROMIUM_PATH names no file: ${asked}`);
  }
  const found = [...usualPaths, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  throw new Error(
    'The journeys need Chromium: run `npx playwright install chromium`, or `apt-get install chromium`, or set CHROMIUM_PATH',
  );
}

/**
 * What a window without a screen needs not: each loads two pages for an address bar that nobody sees, half a second of the
 * processor. Chromium takes the last list of this kind, so Playwright's own stands in it too.
 */
export const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'PreconnectToSearch'],
  ...['NetworkTimeServiceQuerying', 'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** How every browser of the tests starts. Chromium's own sandbox does not work as root, nor in most containers. */
export function chromiumOptions(): { readonly executablePath: string; readonly args: string[] } {
  const features = `--disable-features=${disabledFeatures.join(',')}`;
  return { executablePath: findChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage', features] };
}

/** Starts Chromium without a window; `keepsPages`: with the back/forward cache; `outlivesSignals`: its caller ends it. */
export function launchChromium({ keepsPages = false, outlivesSignals = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...chromiumOptions(),
    ...(outlivesSignals ? { handleSIGINT: false, handleSIGTERM: false } : {}),
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  });
}
