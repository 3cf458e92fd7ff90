import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import type { PlainAnswer } from '#tests/support/http/plain-call.ts';
import { type OwnProduct, startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import { freePorts } from '../../../bench/support/free-ports.ts';
import { HttpClient, type Watch } from '../../../bench/support/http-client.ts';
import { buy } from '../../../bench/support/purchase.ts';
import { deployFolder, isInstalled, root } from './installed.ts';

const token = 'token-of-the-collector-0000000000000001';
const can = isInstalled('nginx') && isInstalled('openssl');
let folder: string;
let shop: OwnProduct;
let nginx: ChildProcess;
let ports: readonly number[];
const origin = (index: number): string => `https://localhost:${ports[index]}`;
const file = (name: string): string => path.join(folder, name);

/** An authority of its own, and a certificate of it for `localhost`. */
function makeCertificates(): void {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '30',
    '-subj',
    '/CN=Authority of the test',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'request.pem');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'request.pem', ...by, '-out', 'leaf.pem');
  writeFileSync(file('fullchain.pem'), readFileSync(file('leaf.pem'), 'utf8') + readFileSync(file('ca.pem'), 'utf8'));
}

/** The sample as it is, with this machine's ports, names and folders. */
function settingsOf([checkout, cards, staff, plain]: readonly number[], product: OwnProduct['product']): string {
  const portOf = (address: string): string => new URL(address).port;
  let text = readFileSync(path.join(deployFolder, 'proxy/nginx.conf'), 'utf8')
    .replace('server app:3000;', `server 127.0.0.1:${portOf(product.checkout)};`)
    .replace('server app:3001;', `server 127.0.0.1:${portOf(product.cardFields)};`)
    .replace('server console:3004;', `server 127.0.0.1:${portOf(product.console)};`)
    .replace('listen 80 ', `listen 127.0.0.1:${plain} `)
    .replace('listen 443 ssl http2 default_server', `listen 127.0.0.1:${checkout} ssl http2 default_server`)
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', file('nginx.pid'));
  for (const [name, port] of [
    ['checkout', checkout],
    ['cards', cards],
    ['console', staff],
  ] as const)
    text = text.replace(
      `listen 443 ssl http2;\n    server_name ${name}.school.example`,
      `listen 127.0.0.1:${port} ssl http2;\n    server_name localhost`,
    );
  return text;
}

beforeAll(async () => {
  if (!can) return;
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-proxy-'));
  ports = await freePorts(4);
  makeCertificates();
  shop = await startOwnProduct('proxied', {
    env: {
      ...{ APP_ENV: 'test', METRICS_TOKEN: token, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ PUBLIC_ORIGIN: origin(0), CARD_FIELDS_ORIGIN: origin(1), CONSOLE_ORIGIN: origin(2) },
      // The sandbox's banks tell the product through the proxy.
      NODE_EXTRA_CA_CERTS: file('ca.pem'),
    },
  });
  writeFileSync(file('nginx.conf'), settingsOf(ports, shop.product));
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(file(name));
  nginx = spawn('nginx', ['-p', folder, '-c', file('nginx.conf'), '-g', 'daemon off;'], { stdio: 'pipe' });
  await becomesReady();
}, 120_000);
afterAll(async () => {
  if (!can) return;
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

async function becomesReady(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await call('GET', `${origin(0)}/readiness`, {}).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`nginx does not answer: ${readFileSync(file('error.log'), 'utf8')}`);
}

/** Over TLS, with this test's authority; the bank's calls stay without. */
function call(
  method: 'GET' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<PlainAnswer> {
  if (url.startsWith('http:')) return new HttpClient().send(method, url, headers, body);
  const { promise, resolve, reject } = Promise.withResolvers<PlainAnswer>();
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const ca = readFileSync(file('ca.pem'));
  const request = https.request(url, { method, ca, agent: false, headers: { ...headers, ...type } }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (text += part));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
  });
  request.on('error', reject);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** An event stream over TLS. */
function watch(url: string, headers: Readonly<Record<string, string>>, isLast: (data: string) => boolean): Watch {
  const [open, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ca = readFileSync(file('ca.pem'));
  const asked = { ca, agent: false as const, headers: { ...headers, accept: 'text/event-stream' } };
  const request = https.get(url, asked, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      open.resolve();
      const events = (text + part).split('\n\n');
      text = events.pop() ?? '';
      if (!events.some((event) => isLast(event.split('data: ')[1] ?? ''))) return;
      last.resolve();
      request.destroy();
    });
  });
  request.setTimeout(15_000, () => request.destroy(new Error('nothing within 15 s')));
  request.on('error', last.reject);
  return { open: open.promise, last: last.promise };
}

test.skipIf(!can)('a Pix purchase goes through the sample of nginx, its event stream included', deep, async () => {
  await buy({ send: call, watch }, { checkout: origin(0), bank: shop.product.sandbox }, 1);
  const log = readFileSync(file('access.log'), 'utf8');
  expect(log).toContain('"GET /success" 200');
  expect(log).not.toContain('product=');
});

test.skipIf(!can)('npm run doctor finds nothing wrong through the sample of nginx', deep, async () => {
  const { product } = shop;
  const portOf = (address: string): string => new URL(address).port;
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/doctor.ts', 'origins', 'proxy'], {
    cwd: root,
    env: {
      ...{ PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: file('ca.pem') },
      ...{ APP_ENV: 'test', METRICS_TOKEN: token, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ PUBLIC_ORIGIN: origin(0), CARD_FIELDS_ORIGIN: origin(1), CONSOLE_ORIGIN: origin(2) },
      ...{ PORT: portOf(product.checkout), CARD_FIELDS_PORT: portOf(product.cardFields) },
      ...{ SANDBOX_PORT: portOf(product.sandbox), CONSOLE_PORT: portOf(product.console) },
    },
  });
  expect(stdout).toMatch(/29 days left, HTTP\/2/);
  expect(stdout).toMatch(/\n\d+ ok, 0 warnings, 0 wrong\n$/);
});
