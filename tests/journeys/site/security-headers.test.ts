import http, { type IncomingHttpHeaders } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import { signingKeysPath } from '#src/domain/documents/audit-trail/index.server.ts';
import type { PageManifest } from '#src/apps/checkout/framework/page.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import type { Product } from '#tests/support/processes/product.server.ts';

let product: Product;
beforeAll(async () => {
  product = await sharedProduct();
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly host?: string;
  /** Who asks, where it is not a page of ours. */
  readonly by?: string;
}

interface Answer {
  readonly asked: Asked;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(asked: Asked, origin: string): Promise<Answer> {
  const { host, hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(asked.method) ? '' : '{';
    const about = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const before = asked.method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {};
    const headers = { host: asked.host ?? host, origin: asked.by ?? origin, ...before, ...(body === '' ? {} : about) };
    const request = http.request({ method: asked.method, path: asked.path, hostname, port, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ asked, status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function askAll(all: readonly Asked[], origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < all.length; at += 20)
    answers.push(...(await Promise.all(all.slice(at, at + 20).map((asked) => ask(asked, origin)))));
  return answers;
}

const manifests: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];
const placed = (path: string): string => path.replaceAll(/[:{][A-Za-z]+\}?/g, 'nobody');

/** What lies beside the product, in it and below it, by its name and by ways round; and folders of what it serves. */
const ourOwn = [
  ...['/.git/config', '/.git/HEAD', '/.git/', '/.env', '/.npmrc', '/package.json', '/package-lock.json'],
  ...[
    '/src/server/main.server.ts',
    '/docs/security.md',
    '/migrations/0001-checkout.ts',
    '/data/PG_VERSION',
    '/dist/pages.json',
  ],
  ...['/assets', '/assets/', '/fonts', '/fonts/', '/documents', '/documents/', '/src/', '/brands/'],
  ...['/assets/../package.json', '/assets/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/fonts/../.env'],
];

/** Every address that the product has, good and bad. */
async function everyAddress(): Promise<Asked[]> {
  const documents = await Promise.all(
    ['openapi', 'openapi-staff'].map(
      async (name) =>
        (await (await fetch(`${product.checkout}/api/${name}.json`)).json()) as {
          paths: Record<string, Record<string, object>>;
        },
    ),
  );
  const calls = documents
    .flatMap(({ paths }) => Object.entries(paths))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: placed(path) })),
    );
  const shown = manifests.flatMap(({ paths }) =>
    paths.flatMap((path) =>
      ['GET', 'HEAD', 'POST', 'PUT'].map((method) => ({ method, path: `${placed(path)}?product=wise-up-online` })),
    ),
  );
  const others = [
    '/',
    '/nowhere',
    '/api',
    '/api/nowhere',
    '/api/docs',
    '/api/docs/staff',
    '/api/openapi.json',
    '/api/openapi-staff.json',
    '/healthcheck',
    '/readiness',
  ];
  const files = ['/assets/none.js', '/fonts/none.woff2', '/documents/a/b/c.pdf', '/metrics', '/%ff', '/api/%ff'];
  const broken = [`/recovery/${'a'.repeat(500)}`, '/gallery', '/favicon.ico', signingKeysPath, ...ourOwn];
  // A stream that goes on is asked for elsewhere.
  const ending = calls.filter(({ path }) => !path.endsWith('/events') && !path.endsWith('/stream'));
  return [...ending, ...shown, ...[...others, ...files, ...broken].map((path) => ({ method: 'GET', path }))];
}

function missing({ asked, status, headers }: Answer): string[] {
  const at = `${asked.method} ${asked.path} (${status})`;
  const wanted: readonly (readonly [string, RegExp])[] = [
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['content-security-policy', /default-src 'none'/],
  ];
  const lacking = wanted.filter(([name, shape]) => !shape.test(String(headers[name] ?? '')));
  const framing = /frame-ancestors 'none'|frame-ancestors 'self'|; sandbox/;
  return [
    ...lacking.map(([name]) => `${at}: ${name} is ${String(headers[name] ?? 'absent')}`),
    ...(framing.test(String(headers['content-security-policy'] ?? '')) ? [] : [`${at}: may be framed`]),
    ...('x-powered-by' in headers || 'server' in headers ? [`${at}: tells what it is made of`] : []),
  ];
}

test('every address, good or bad, carries the strict headers and fails without saying why', async () => {
  const answers = await askAll(await everyAddress(), product.checkout);
  expect(answers.length).toBeGreaterThan(200);
  expect(answers.flatMap(missing)).toEqual([]);
  const reported = answers.filter(
    ({ status, body }) => status >= 500 || /\bat .*\.ts:\d|node_modules|SELECT /.test(body),
  );
  expect(reported.map(({ asked, status }) => `${status} ${asked.method} ${asked.path}`)).toEqual([]);
});

test('no answer lets another origin read it, but the public signing keys', async () => {
  const all = (await everyAddress()).filter(({ path }) => !path.includes('%ff'));
  const ways = all.flatMap((asked) => [asked, { ...asked, method: 'OPTIONS' }]);
  const answers = await askAll(
    ways.map((asked) => ({ ...asked, by: 'https://evil.example' })),
    product.checkout,
  );
  const wide = answers.filter(({ headers }) => Object.keys(headers).some((name) => name.startsWith('access-control-')));
  expect(new Set(wide.map(({ asked }) => asked.path))).toEqual(new Set([signingKeysPath]));
  // They are read by whoever checks a sale's proof, and come to nobody by name.
  expect(wide.map(({ headers }) => headers['access-control-allow-credentials'])).toEqual(wide.map(() => undefined));
});

test('every answer has its true content type and charset', async () => {
  const answers = (await askAll(await everyAddress(), product.checkout)).filter(({ body }) => body !== '');
  expect(answers.length).toBeGreaterThan(200);
  const wrong = answers.filter(({ headers, body }) => {
    const [kind = '', ...about] = (headers['content-type'] ?? '').split('; ');
    const isJson = /^[{[]/.test(body);
    const isPage = /^<!doctype html>/i.test(body);
    // JSON is UTF-8 by its own definition; a text says so.
    if (/^application\/(?:problem\+)?json$/.test(kind)) return !isJson;
    if (!about.includes('charset=utf-8')) return true;
    return kind === 'text/html' ? !isPage : kind !== 'text/plain' || isJson || isPage;
  });
  expect(wrong.map(({ asked, headers }) => `${asked.path}: ${headers['content-type']}`)).toEqual([]);
});

test('files beside the product are 404', async () => {
  const answers = await askAll(
    ourOwn.map((path) => ({ method: 'GET', path })),
    product.checkout,
  );
  expect(answers.filter(({ status }) => status !== 404).map(({ asked, status }) => `${status} ${asked.path}`)).toEqual(
    [],
  );
  const reported = answers.filter(({ body }) => /\[core\]|"dependencies"|save-exact|refs\/heads|Index of/.test(body));
  expect(reported.map(({ asked }) => asked.path)).toEqual([]);
});

test('every cookie is out of reach for scripts and other sites, and small', async () => {
  const answers = await askAll(await everyAddress(), product.checkout);
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect(cookies.length).toBeGreaterThan(10);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/);
    expect(Buffer.byteLength(cookie)).toBeLessThan(4096);
  }
});

test.each(['evil.example', 'localhost.evil.example', 'x.dev.evil.example'])(
  'asked for %s, every address but the probes is misdirected',
  async (host) => {
    const some = (await everyAddress()).filter(({ path }) => !path.includes('%ff') && path.length < 300);
    const answers = await askAll(
      some.map((asked) => ({ ...asked, host })),
      product.checkout,
    );
    const probes = ['/healthcheck', '/readiness', '/metrics'];
    const taken = answers.filter(({ asked, status }) => status !== 421 && !probes.includes(asked.path));
    expect(taken.map(({ asked, status }) => `${status} ${asked.method} ${asked.path}`)).toEqual([]);
  },
);

test('TRACE gives back nothing of what was asked', async () => {
  for (const path of ['/', '/lead?product=wup', '/api/v1/lead']) {
    const { status, body } = await ask({ method: 'TRACE', path }, product.checkout);
    expect([path, status >= 400, body.includes('origin')]).toEqual([path, true, false]);
  }
});

test('S-11 nothing that a proxy might say makes another host of ours', async () => {
  const answer = await fetch(`${product.checkout}/lead?product=wise-up-online`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('evil.example');
});

test('the card page’s origin is as strict, on good and bad addresses', async () => {
  const some = ['/', '/keys', '/healthcheck', '/nowhere', '/%ff', `/?parent=${product.checkout}`];
  const answers = await askAll(
    some.map((path) => ({ method: 'GET', path })),
    product.cardFields,
  );
  const shapes = answers.map(({ asked, headers }) => ({
    path: asked.path,
    options: headers['x-content-type-options'],
    referrer: headers['referrer-policy'],
    isStrict: String(headers['content-security-policy']).startsWith("default-src 'none'"),
    cookies: headers['set-cookie'] ?? [],
    allowed: Object.keys(headers).filter((name) => name.startsWith('access-control-')),
  }));
  expect(shapes).toEqual(
    some.map((path) => ({
      path,
      options: 'nosniff',
      referrer: 'no-referrer',
      isStrict: true,
      cookies: [],
      allowed: [],
    })),
  );
});
