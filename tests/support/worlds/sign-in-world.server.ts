import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import { mountConsole } from '#src/apps/console/console.server.ts';
import { routes as consoleRoutes } from '#src/apps/console/registry.server.generated.ts';
import { sessionAuthenticator } from '#src/apps/console/sign-in/authenticate.server.ts';
import { consoleCookies } from '#src/apps/console/sign-in/console-cookies.server.ts';
import { openIdProvider } from '#src/apps/console/sign-in/openid-provider.server.ts';
import type { Routes } from '#src/apps/console/console.contract.server.ts';
import { loadBrands } from '#src/branding/index.server.ts';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import type { OidcEnv } from '#src/kernel/env/console-env.server.ts';
import { guardRequests } from '#src/kernel/http/server/request-guard.server.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { sandboxStaff } from '#src/server/sandbox-staff.data.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { consoleOrigin, healthOfTests, ownPage, silentHub } from './console-world.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';

const oidc = {
  clientId: 'console-of-the-tests',
  clientSecret: 'secret-of-the-console-of-the-tests',
  domains: ['escola.example'],
  acrValues: ['urn:sandbox:second-factor'],
};

export interface PageAnswer {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

/** A browser as far as HTTP goes, at the console and at the directory. */
export interface StaffBrowser {
  readonly cookies: Map<string, string>;
  /** Opens an address and follows where it leads; `stopsAt` ends the way before an address with this text. */
  open(url: string, stopsAt?: string): Promise<PageAnswer>;
  /** Presses a person's button on the directory's page. */
  choose(page: PageAnswer, person: string, factor?: 'on' | 'off', stopsAt?: string): Promise<PageAnswer>;
  /** Calls an address below `/data`, as the console's own page does. */
  call(
    method: 'GET' | 'POST',
    url: string,
  ): Promise<{ readonly status: number; readonly json: Record<string, unknown> }>;
  /** Signs somebody in from the first page, and returns where that ends. */
  signIn(person: string, factor?: 'on' | 'off'): Promise<PageAnswer>;
}

export interface SignInWorld extends DomainWorld {
  readonly app: FastifyInstance;
  readonly sandbox: Sandbox;
  newBrowser(): StaffBrowser;
  /** Somebody leaves the school, or comes back. */
  setLeft(person: string, left: boolean): Promise<void>;
  /** The directory answers nothing but errors, or again as it should. */
  setAway(isAway: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The console with its sign-in and the sandbox's directory. `routes` are added to the console's own. */
export async function createSignInWorld(
  database: TestDatabase,
  change: { readonly oidc?: Partial<OidcEnv>; readonly routes?: readonly Routes[] } = {},
): Promise<SignInWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-directory-'));
  const world = createDomainWorld(database);
  const { ctx } = world;
  const secrets = { ...sandboxSecrets, console: { origin: consoleOrigin, oidc } };
  const sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock: world.clock, secrets });
  // The directory loads at its first call: a console waits five seconds for it, which a busy machine may need.
  await fetch(`${sandbox.origin}/directory/.well-known/openid-configuration`);
  const brands = loadBrands({
    ...{ dir: path.resolve(import.meta.dirname, '../../../brands'), environment: 'test' },
    sandboxOrigin: sandbox.origin,
  });
  if (!brands.ok) throw new Error(JSON.stringify(brands.error));
  const settings: OidcEnv = { ...oidc, issuer: `${sandbox.origin}/directory`, ...change.oidc };
  const cookies = consoleCookies(deriveKey('a secret of the tests', 'console sign-in'), false);
  const provider = openIdProvider(settings, consoleOrigin);
  const brandsOf = (): readonly string[] => [];
  const directoryGrantsOf = (subject: string) => sandboxStaff[subject] ?? [];
  const authenticate = sessionAuthenticator({ ctx, cookies, provider, brandsOf, directoryGrantsOf });
  const app = Fastify({ logger: false });
  guardRequests(app, { publicOrigin: consoleOrigin, allowsLoopback: false, log: silentLog });
  await mountConsole(app, {
    services: {
      ...{ ctx, readDb: ctx.db, brands: brands.value, environment: 'test', origin: consoleOrigin },
      ...{ sandboxOrigin: sandbox.origin, clearSession: () => cookies.clearSession(), live: silentHub, authenticate },
      ...{ previewEmail: async () => null, documents: {} },
      health: healthOfTests,
    },
    routes: [...Object.values(consoleRoutes), ...(change.routes ?? [])],
    ...{ acrValues: settings.acrValues, browserDir: null },
    signIn: { ctx, origin: consoleOrigin, cookies, provider, authenticate, brandsOf, directoryGrantsOf },
  });
  await app.ready();
  const sandboxCall = async (method: string, url: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.origin}${url}`, {
      ...{ method, redirect: 'manual', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  };
  return {
    ...world,
    app,
    sandbox,
    newBrowser: () => staffBrowser(app),
    setLeft: (person, left) => sandboxCall('POST', '/sandbox/directory', { person, left: left ? 'yes' : 'no' }),
    setAway: (isAway) =>
      sandboxCall('PUT', '/sandbox/weather', { target: 'directory', mode: isAway ? 'maintenance' : 'ok' }),
    async close() {
      await app.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function staffBrowser(app: FastifyInstance): StaffBrowser {
  const cookies = new Map<string, string>();
  const keep = (lines: readonly string[]): void => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const header = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(url: URL, form?: string): Promise<{ status: number; text: string; location: string | null }> {
    const headers = {
      ...{ cookie: header(), accept: 'text/html' },
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    if (url.origin === consoleOrigin) {
      const answer = await app.inject({
        method: 'GET',
        url: url.pathname + url.search,
        headers: { host: url.host, ...headers },
      });
      keep([answer.headers['set-cookie'] ?? []].flat());
      return { status: answer.statusCode, text: answer.payload, location: answer.headers.location?.toString() ?? null };
    }
    const answer = await fetch(url, {
      ...{ redirect: 'manual', headers, method: form === undefined ? 'GET' : 'POST' },
      ...(form === undefined ? {} : { body: form }),
    });
    keep(answer.headers.getSetCookie());
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
  }

  async function follow(first: URL, form: string | undefined, stopsAt: string | undefined): Promise<PageAnswer> {
    let [url, body] = [first, form];
    for (let steps = 0; steps < 12; steps += 1) {
      if (stopsAt !== undefined && url.href.includes(stopsAt)) return { url, status: 0, text: '' };
      const { status, text, location } = await send(url, body);
      if (location === null) return { url, status, text };
      [url, body] = [new URL(location, url), undefined];
    }
    throw new Error(`Twelve addresses lead on, the last to ${url.href}`);
  }

  const browser: StaffBrowser = {
    cookies,
    open: (url, stopsAt) => follow(new URL(url, consoleOrigin), undefined, stopsAt),
    choose: (page, person, factor = 'on', stopsAt) =>
      follow(page.url, new URLSearchParams({ person, factor }).toString(), stopsAt),
    async call(method, url) {
      const headers = { host: new URL(consoleOrigin).host, cookie: header(), ...(method === 'GET' ? {} : ownPage) };
      const answer = await app.inject({ method, url: `/data${url}`, headers });
      keep([answer.headers['set-cookie'] ?? []].flat());
      return { status: answer.statusCode, json: answer.payload === '' ? {} : JSON.parse(answer.payload) };
    },
    async signIn(person, factor = 'on') {
      return browser.choose(await browser.open('/sign-in'), person, factor);
    },
  };
  return browser;
}
