import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadFonts } from './load-fonts.ts';
import { fontLoading } from './font-loading.server.ts';

const hash = '0123456789';
const sheet = `/fonts/faces-${hash}.css`;
const plain = `<link rel="stylesheet" nonce="n" href="${sheet}">`;
const firstVisit = { hasScript: true, has: null, nonce: 'n' };

describe('the head', () => {
  test('a cookie that names this very sheet gives the plain sheet', () => {
    expect(fontLoading(sheet, { ...firstVisit, has: hash })).toBe(plain);
  });

  test.each([null, 'abcdef0123'])('the cookie %s does not: the browser chooses by its link', (has) => {
    const head = fontLoading(sheet, { ...firstVisit, has });
    expect(head).toMatch(/^<script nonce="n" data-faces="\/fonts\/faces-0123456789\.css">.+<\/script><noscript>/);
  });

  test('a browser that runs no scripts gets its faces by the plain sheet', () => {
    expect(fontLoading(sheet, firstVisit)).toContain(`<noscript>${plain}</noscript>`);
    expect(fontLoading(sheet, { ...firstVisit, hasScript: false })).toBe(plain);
  });

  test('a theme of the system’s fonts loads none', () => {
    expect(fontLoading(null, firstVisit)).toBe('');
  });
});

interface Visit {
  /** The browser's navigation timing, in milliseconds; absent where the browser gives none. */
  readonly timing?: Readonly<Record<string, number>>;
  readonly connection?: Readonly<Record<string, unknown>>;
  readonly knowsBlocking?: boolean;
  /** Whether the machine has the fonts of the fallback faces. */
  readonly hasStandIns?: boolean;
}

interface Link {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The sheet is loaded. */
  readonly arrive: () => void;
}

/** A page's head in such a browser, then the first lines of its module. */
function browse({ timing, connection, knowsBlocking = true, hasStandIns = true }: Visit): {
  readonly byHead: Link[];
  readonly all: Link[];
} {
  const script = /<script [^>]*>(.*)<\/script>/.exec(fontLoading(sheet, firstVisit))?.[1] ?? '';
  const all: (Link & { readonly element: object })[] = [];
  const createElement = (): object => {
    const attributes: Record<string, unknown> = {};
    const waiting: (() => void)[] = [];
    const own = {
      ...(knowsBlocking ? { blocking: '' } : {}),
      sheet: null as object | null,
      setAttribute: (name: string, value: string) => void (attributes[name] = value),
      addEventListener: (_: string, listener: () => void) => void waiting.push(listener),
    };
    const set = (target: object, name: string, value: unknown) => (
      (attributes[name] = value),
      Reflect.set(target, name, value)
    );
    const element = new Proxy(own, { set: (target, name, value) => set(target, String(name), value) });
    const arrive = () => {
      own.sheet = {};
      for (const listener of waiting) listener();
    };
    made.set(element, { attributes, arrive });
    return element;
  };
  const made = new Map<object, Link>();
  const currentScript = { nonce: 'n', dataset: { faces: sheet } };
  const document = {
    currentScript,
    cookie: '',
    body: { offsetWidth: 360 },
    fonts: [{ status: hasStandIns ? 'loaded' : 'error' }],
    createElement,
    querySelector: (asked: string) =>
      asked === 'script[data-faces]'
        ? currentScript
        : (all.find(({ attributes }) => 'blocking' in attributes)?.element ?? null),
    head: {
      append: (element: object) => {
        const link = made.get(element);
        if (link) all.push({ ...link, element });
      },
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('performance', { getEntriesByType: () => (timing ? [timing] : []) });
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own script, run outside a page
  new Function(script)();
  const byHead = [...all];
  loadFonts();
  return { byHead, all };
}

beforeEach(() => vi.stubGlobal('location', { protocol: 'https:' }));
afterEach(() => vi.unstubAllGlobals());

const handshake = (ms: number) => ({ secureConnectionStart: 100, connectEnd: 100 + ms });
const answer = (ms: number) => ({ requestStart: 200, responseStart: 200 + ms });
const noHandshake = { secureConnectionStart: 0, connectEnd: 0 };

test.each<[string, Visit]>([
  ['a handshake of 40 ms, an answer of 90', { timing: { ...handshake(40), ...answer(90) } }],
  ['a handshake of 90 ms, an answer of 40', { timing: { ...handshake(90), ...answer(40) } }],
  ['a reused connection, an answer of 59 ms', { timing: { ...handshake(0), ...answer(59) } }],
  ['no TLS, an answer of 20 ms', { timing: { ...noHandshake, ...answer(20) } }],
  [
    'a browser that guesses a slow link and measures a quick one',
    { timing: { ...handshake(30), ...answer(30) }, connection: { rtt: 300, downlink: 0.4 } },
  ],
])('a quick link holds up the first picture for the faces: %s', (_, visit) => {
  const { byHead, all } = browse(visit);
  expect(byHead.map(({ attributes }) => attributes)).toEqual([
    { rel: 'stylesheet', nonce: 'n', blocking: 'render', href: sheet },
  ]);
  expect(all).toHaveLength(1);
});

test.each<[string, Visit]>([
  ['a handshake and an answer of 150 ms', { timing: { ...handshake(150), ...answer(150) } }],
  ['a reused connection, an answer of 60 ms', { timing: { ...handshake(0), ...answer(60) } }],
  [
    'a browser that guesses a quick link and measures a slow one',
    { timing: { ...handshake(150), ...answer(150) }, connection: { rtt: 50, downlink: 10 } },
  ],
  ['a buyer who saves data', { timing: { ...handshake(30), ...answer(30) }, connection: { saveData: true } }],
  ['a browser without navigation timing', {}],
  ['a browser that knows no blocking', { timing: { ...handshake(30), ...answer(30) }, knowsBlocking: false }],
])('a slow link gets the faces from the module, without a wait: %s', (_, visit) => {
  const { byHead, all } = browse(visit);
  expect(byHead).toEqual([]);
  expect(all.map(({ attributes }) => attributes)).toEqual([
    { rel: 'stylesheet', nonce: 'n', fetchPriority: 'low', href: sheet },
  ]);
});

test.each([30, 150])('the cookie names the sheet once it is there, at %i ms', (ms) => {
  const { all } = browse({ timing: { ...handshake(ms), ...answer(ms) } });
  expect(document.cookie).toBe('');
  all[0]?.arrive();
  expect(document.cookie).toBe(`faces=${hash}; Path=/; Max-Age=2592000; SameSite=Lax; Secure`);
});

test('a machine without the fonts behind the stand-ins gets late faces into its cache only: nothing moves', async () => {
  const fetched = vi.fn<() => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('fetch', fetched);
  const { all } = browse({ timing: { ...handshake(150), ...answer(150) }, hasStandIns: false });
  expect(all).toEqual([]);
  expect(fetched).toHaveBeenCalledWith(sheet, { priority: 'low' });
  await vi.waitFor(() => expect(document.cookie).toMatch(`faces=${hash}`));
});
