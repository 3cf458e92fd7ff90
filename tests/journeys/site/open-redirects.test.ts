import { beforeAll, expect, test } from 'vitest';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import type { Product } from '#tests/support/processes/product.server.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';

let product: Product;
let visitor: Visitor;
beforeAll(async () => {
  product = await sharedProduct();
  visitor = new Visitor(product.checkout, '127.0.23.1');
});

const foreign = 'evil.example';
/** Ways of writing an address of somewhere else, as browsers, proxies and careless code read them. */
const elsewhere: readonly string[] = [
  ...[`https://${foreign}`, `http://${foreign}`, `//${foreign}`, `///${foreign}`, `////${foreign}`, `/\\${foreign}`],
  ...[`\\\\${foreign}`, `\\/${foreign}`, `/\\/${foreign}`, `//\\${foreign}`, `/./\\${foreign}`, `https:${foreign}`],
  ...[`https:/${foreign}`, `https:///${foreign}`, `https:\\\\${foreign}`, `HTTPS://${foreign}`, `hTtP://${foreign}`],
  ...[` //${foreign}`, `\t//${foreign}`, `\n//${foreign}`, `/\t/${foreign}`, `/\n/${foreign}`, `/\r\n/${foreign}`],
  ...[`ht\ntps://${foreign}`, `\u0000//${foreign}`, `\u00a0//${foreign}`, `\u200b//${foreign}`, `\ufeff//${foreign}`],
  ...[`%2f%2f${foreign}`, `/%2f${foreign}`, `/%5c${foreign}`, `%5c%5c${foreign}`, `/%09/${foreign}`, `/%0a/${foreign}`],
  ...[`%252f%252f${foreign}`, `%68ttps://${foreign}`, `/%0d%0aLocation:%20https://${foreign}`],
  ...[`/lead\r\nLocation: https://${foreign}`, `/lead\nSet-Cookie: a=${foreign}`],
  ...[`https://localhost@${foreign}`, `https://localhost:80@${foreign}/`, `//localhost@${foreign}`],
  ...[`https://${foreign}#localhost`, `https://${foreign}?localhost`, `https://${foreign}\\@localhost`],
  ...[`https://localhost.${foreign}`, `https://localhost%00.${foreign}`, `https://${foreign}%2flocalhost`],
  ...[
    `https://evil。example`,
    `https://еvil.example/${foreign}`,
    `//ⓔⓥⓘⓛ.ⓔⓧⓐⓜⓟⓛⓔ`,
    `https://xn--vil-.example/${foreign}`,
  ],
  ...[`javascript:location='//${foreign}'`, `java\tscript:alert('${foreign}')`, `JaVaScRiPt:alert('${foreign}')`],
  ...[`javascript://%0aalert('${foreign}')`, `data:text/html,<script>location='//${foreign}'</script>`],
  ...[`vbscript:msgbox("${foreign}")`, `blob:https://${foreign}/x`, `file://${foreign}/etc/passwd`],
  ...[`/lead/../..//${foreign}`, `/..//${foreign}`, `/lead@${foreign}`, `.${foreign}`, `@${foreign}`, `:80@${foreign}`],
];
const names = [
  'to',
  'redirect',
  'route',
  'returnUrl',
  'return_to',
  'next',
  'url',
  'continue',
  'goto',
  'retry',
] as const;
const ours = ['product', 'seller', 'source', 'flowId', 'lang', 'offer', 'reference'] as const;

/** Where an answer would take a browser: its headers, and what can be pressed on its page. */
function placesIn(answer: WireAnswer): readonly string[] {
  const html = answer.body.toString();
  const written = [...html.matchAll(/\s(?:href|action|formaction|src)="([^"]*)"/g)].map(([, place = '']) => place);
  const refreshed = [...html.matchAll(/http-equiv="?refresh"?[^>]*url=([^">]*)/gi)].map(([, place = '']) => place);
  const header = /url=(.*)/i.exec(String(answer.headers['refresh'] ?? ''))?.[1];
  const plain = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
  return [answer.headers.location, header, ...written.map(plain), ...refreshed.map(plain)].filter(
    (place) => place !== undefined,
  );
}

function leadsAway(answer: WireAnswer): readonly string[] {
  return placesIn(answer).filter((place) => {
    const to = new URL(place, `${product.checkout}/page`);
    return !['http:', 'https:', 'data:', 'mailto:', 'tel:'].includes(to.protocol) || /evil|ⓔ|xn--/.test(to.hostname);
  });
}

/** Where an answer goes by itself has to be a path of ours, as every browser reads it. */
function isOwnPath(answer: WireAnswer): boolean {
  const { location } = answer.headers;
  return location === undefined || /^\/(?![/\\])[^\s\\]*$/.test(location);
}

async function complaintsAbout(
  method: string,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<string[]> {
  const answer = await visitor.copy().ask(method, path, form ? { form } : {});
  const away = leadsAway(answer);
  const about = `${method} ${path} → ${answer.status} ${answer.headers.location ?? ''}`;
  return [
    ...(answer.status >= 500 ? [about] : []),
    ...(isOwnPath(answer) ? [] : [`${about} is no path of ours`]),
    ...(away.length > 0 ? [`${about} leads to ${away.join(' ')}`] : []),
    ...('set-cookie' in answer.headers && String(answer.headers['set-cookie']).includes(foreign) ? [about] : []),
  ];
}

const all = (value: string): Record<string, string> => Object.fromEntries(names.map((name) => [name, value]));
const query = (value: string): string => new URLSearchParams({ ...all(value), product: 'wup' }).toString();

async function together(asks: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const complaints: string[] = [];
  for (let at = 0; at < asks.length; at += 16)
    complaints.push(...(await Promise.all(asks.slice(at, at + 16).map((ask) => ask()))).flat());
  return complaints;
}

test('sixty spellings of a foreign address, in every parameter: no request leads there', async () => {
  expect(elsewhere.length).toBeGreaterThanOrEqual(60);
  const asks = elsewhere.flatMap((place) => [
    () => complaintsAbout('GET', `/?${query(place)}`),
    () => complaintsAbout('GET', `/generic-error?${query(place)}`),
    () =>
      complaintsAbout(
        'GET',
        `/lead?${new URLSearchParams({ product: 'wup', seller: place, source: place }).toString()}`,
      ),
    () =>
      complaintsAbout(
        'GET',
        `/payment?${new URLSearchParams(Object.fromEntries(ours.map((name) => [name, place]))).toString()}`,
      ),
    () => complaintsAbout('POST', `/consent?${query(place)}`, { choice: 'no', ...all(place) }),
    () => complaintsAbout('POST', `/staging?${query(place)}`, all(place)),
    () => complaintsAbout('POST', `/my-purchases?${query(place)}`, all(place)),
  ]);
  expect(await together(asks)).toEqual([]);
});

test('a path that looks like a host does not lead there', async () => {
  const paths = [
    ...[`//${foreign}`, `//${foreign}/`, `///${foreign}/..`, `/%2f${foreign}`, `/%5c${foreign}`, `/.//${foreign}`],
    ...[`//${foreign}/%2e%2e`, `//${foreign}/lead`, `/lead//${foreign}`, `/lead/%2f%2f${foreign}`, `/${foreign}`],
    ...[`http://${foreign}/lead`, `https://${foreign}/nowhere?product=wup`, `/\\${foreign}/lead`, `\\\\${foreign}`],
    ...[`//${foreign}/?product=wup`, `/lead%2f..%2f..//${foreign}`, `/@${foreign}`, `/lead/..//${foreign}`],
  ];
  expect(await together(paths.map((path) => () => complaintsAbout('GET', path)))).toEqual([]);
});

test('every page, with a foreign address in each parameter, leads nowhere else', async () => {
  const manifests: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];
  const places = [`https://${foreign}`, `//${foreign}`, `/\\${foreign}`, `javascript:alert('${foreign}')`];
  const asks = manifests.flatMap(({ paths: [path] }, index) => {
    const to = `${path.replaceAll(/[:{][A-Za-z]+\}?/g, 'nobody')}?${query(places[index % places.length] ?? '')}`;
    return [
      () => complaintsAbout('GET', to),
      () => complaintsAbout('POST', to, all(places[index % places.length] ?? '')),
    ];
  });
  expect(await together(asks)).toEqual([]);
});

test('the search finds what leads away', () => {
  const page = (body: string, headers: WireAnswer['headers'] = {}): WireAnswer => ({
    ...{ status: 200, headers, setCookies: [], milliseconds: 0 },
    body: Buffer.from(body),
  });
  for (const away of [
    page(`<a href="//${foreign}">`),
    page(`<a href="java&#x27;script:x">`, { location: `/\\${foreign}` }),
  ])
    expect(leadsAway(away).length).toBeGreaterThan(0);
  expect(isOwnPath(page('', { location: `//${foreign}` }))).toBe(false);
  expect(isOwnPath(page('', { location: '/lead?product=wup' }))).toBe(true);
});

/** What an attack on React's server functions posts (the shape, without an effect): chunks that name a function. */
const flightChunk =
  '{"then":"$1:__proto__:then","status":"resolved_model","value":"{\\"then\\":\\"$B0\\"}","_response":{}}';

test.each(['text/x-component', 'multipart/form-data; boundary=x', 'text/plain;charset=UTF-8', 'application/json'])(
  'S-09 a call of a server function, sent as %s, meets nothing that would read it',
  async (contentType) => {
    const multipart = `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n${flightChunk}\r\n--x--\r\n`;
    const body = contentType.startsWith('multipart') ? multipart : flightChunk;
    const headers = {
      ...{ 'content-type': contentType, accept: 'text/x-component', 'sec-fetch-site': 'same-origin' },
      ...{ 'next-action': 'x'.repeat(40), 'rsc-action-id': `${'0'.repeat(40)}#default`, origin: product.checkout },
    };
    const answers = await Promise.all(
      ['/', '/lead?product=wup', '/payment?product=wup', '/_rsc', '/api/v1/lead', '/generic-error'].map(
        async (path) => {
          const answer = await fetch(product.checkout + path, { method: 'POST', headers, body, redirect: 'manual' });
          return {
            path,
            status: answer.status,
            type: answer.headers.get('content-type') ?? '',
            text: await answer.text(),
          };
        },
      ),
    );
    // Read by nobody: no answer speaks that format, and none fails inside.
    expect(answers.filter(({ status, type }) => status >= 500 || type.includes('x-component'))).toEqual([]);
    expect(
      answers.filter(({ status }) => ![303, 400, 403, 404, 405, 415, 422].includes(status)).map(({ path }) => path),
    ).toEqual(['/generic-error']);
    expect(answers.filter(({ text }) => /^\d+:|"\$B0"|resolved_model/m.test(text))).toEqual([]);
  },
);
