import { afterEach, expect, test, vi } from 'vitest';
import { fetchFacesLater } from './fetch-faces-later.ts';
import { fontLoading } from './font-loading.server.ts';

const sheet = '/fonts/faces-a.css';
const link = `<link rel="stylesheet" nonce="n" href="${sheet}">`;

test('a browser that was here before gets its faces ahead of the first picture', () => {
  expect(fontLoading(sheet, { isFirstPage: false, nonce: 'n' })).toBe(link);
});

test('on a first page the browser decides; without scripts the faces come first', () => {
  const head = fontLoading(sheet, { isFirstPage: true, nonce: 'n' });
  expect(head).toMatch(/^<script nonce="n" data-faces="\/fonts\/faces-a\.css">.+<\/script>/);
  expect(head).toContain(`<noscript>${link}</noscript>`);
});

test('a theme of the system’s fonts loads none', () => {
  expect(fontLoading(null, { isFirstPage: true, nonce: 'n' })).toBe('');
});

/** A first page in a browser with this connection: its head's script, then its module; `load` fires the window's `load`. */
function browse(connection: Readonly<Record<string, unknown>> | undefined, knowsBlocking = true) {
  const script = /<script [^>]*>(.*)<\/script>/.exec(fontLoading(sheet, { isFirstPage: true, nonce: 'n' }))?.[1] ?? '';
  const links: unknown[] = [];
  const fetched: string[] = [];
  const waiting: (() => void)[] = [];
  const element: Record<string, unknown> = {
    ...(knowsBlocking ? { blocking: '' } : {}),
    setAttribute: (name: string, value: string) => (element[name] = value),
  };
  const currentScript = { nonce: 'n', dataset: { faces: sheet } };
  const document = {
    currentScript,
    createElement: () => element,
    querySelector: (asked: string) => (asked === 'script[data-faces]' ? currentScript : (links[0] ?? null)),
    head: { append: (added: unknown) => links.push(added) },
  };
  const addLater = (_: string, listener: () => void) => waiting.push(listener);
  const fetchOne = (href: string) => Promise.resolve(fetched.push(href));
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own script, run outside a page
  new Function('document', 'navigator', 'addEventListener', 'fetch', script)(
    document,
    { connection },
    addLater,
    fetchOne,
  );
  const beforePicture = waiting.length;
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', addLater);
  vi.stubGlobal('fetch', fetchOne);
  fetchFacesLater();
  return { links, fetched, beforePicture, load: () => waiting.forEach((listener) => listener()) };
}

afterEach(() => vi.unstubAllGlobals());

test.each([undefined, { saveData: false, rtt: 100, downlink: 1.6 }])('connection %o: the first picture waits', (is) => {
  const { links, fetched, load } = browse(is);
  load();
  expect(links).toMatchObject([{ rel: 'stylesheet', nonce: 'n', blocking: 'render', href: sheet }]);
  expect(fetched).toEqual([]);
});

test.each([
  [{ saveData: true, rtt: 50, downlink: 10 }, true],
  [{ saveData: false, rtt: 125, downlink: 10 }, true],
  [{ saveData: false, rtt: 50, downlink: 1.35 }, true],
  [undefined, false],
])('connection %o, blocking known %s: the faces fill the cache once all has loaded', (is, knows) => {
  const { links, fetched, beforePicture, load } = browse(is, knows);
  expect([links, fetched, beforePicture]).toEqual([[], [], 0]);
  load();
  expect([links, fetched]).toEqual([[], [sheet]]);
});
