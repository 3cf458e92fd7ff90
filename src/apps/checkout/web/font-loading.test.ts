import { expect, test } from 'vitest';
import { fontLoading } from './font-loading.server.ts';

const face = '@font-face{font-family:"A";src:url(/fonts/a.woff2) format("woff2");font-display:optional}';
const standIn = '@font-face{font-family:"A Stand-in";src:local("Arial")}';
const theme = { css: `${face}${standIn}:root{--color-text:#fff}`, fonts: ['/fonts/a.woff2'] };

test('a browser that was here before gets its fonts ahead of the first paint', () => {
  expect(fontLoading(theme, { isFirstPage: false, nonce: 'n' })).toEqual({
    css: theme.css,
    head: '<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/a.woff2">',
  });
});

test('on a first page the faces stand apart, not in force, and the browser decides', () => {
  const { css, head } = fontLoading(theme, { isFirstPage: true, nonce: 'n' });
  expect(css).toBe(`${standIn}:root{--color-text:#fff}`);
  expect(head).toContain(`<style nonce="n" id="faces" media="not all" data-files="/fonts/a.woff2">${face}</style>`);
  expect(head).toMatch(/<script nonce="n">.+<\/script>$/);
});

test('a theme of the system’s fonts loads none', () => {
  const plain = { css: ':root{}', fonts: [] };
  expect(fontLoading(plain, { isFirstPage: true, nonce: 'n' })).toEqual({ css: ':root{}', head: '' });
});

/** Runs the script of a first page in a browser with this connection; `loaded` fires the window's `load`. */
function browse(connection: Readonly<Record<string, unknown>> | undefined) {
  const { head } = fontLoading(theme, { isFirstPage: true, nonce: 'n' });
  const script = /<script nonce="n">(.*)<\/script>/.exec(head)?.[1] ?? '';
  const style = { media: 'not all', dataset: { files: '/fonts/a.woff2' } };
  const links: Record<string, string>[] = [];
  const fetched: string[] = [];
  const waiting: (() => void)[] = [];
  const document = {
    getElementById: () => style,
    createElement: () => ({}),
    head: { append: (link: Record<string, string>) => links.push(link) },
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own script, run outside a page
  new Function('document', 'navigator', 'addEventListener', 'fetch', script)(
    document,
    { connection },
    (_: string, listener: () => void) => waiting.push(listener),
    (href: string) => {
      fetched.push(href);
      return Promise.resolve();
    },
  );
  return { style, links, fetched, load: () => waiting.forEach((listener) => listener()) };
}

test.each([undefined, { saveData: false, rtt: 100, downlink: 1.6 }])('connection %o: the fonts come at once', (is) => {
  const { style, links } = browse(is);
  expect(style.media).toBe('all');
  expect(links).toMatchObject([{ rel: 'preload', as: 'font', href: '/fonts/a.woff2' }]);
});

test.each([
  { saveData: true, rtt: 50, downlink: 10 },
  { saveData: false, rtt: 125, downlink: 10 },
  { saveData: false, rtt: 50, downlink: 1.35 },
])('connection %o: the fonts fill the cache once all has loaded, and this page keeps its stand-ins', (is) => {
  const { style, links, fetched, load } = browse(is);
  expect([style.media, links, fetched]).toEqual(['not all', [], []]);
  load();
  expect([style.media, fetched]).toEqual(['not all', ['/fonts/a.woff2']]);
});
