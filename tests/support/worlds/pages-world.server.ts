import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyServerOptions, type LightMyRequestResponse } from 'fastify';
import { registerCheckout } from '#src/apps/checkout/checkout.server.ts';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import { slots } from '#src/apps/checkout/site/shell/shell-props.ts';
import type { CheckoutDeps } from '#src/apps/checkout/site/checkout-deps.server.ts';
import type { Views } from '#src/apps/checkout/site/views.server.ts';
import { catalogPort } from '#src/branding/index.server.ts';
import { flagDefaults } from '#src/branding/flags/flag-names.ts';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { readBrandParts } from '../fixtures/brand-parts.server.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.server.ts';
import { createDomainWorld } from './domain-world.server.ts';
import type { PhoneInbox } from '../fixtures/fake-sms.ts';
import type { PointsMembers } from '../fixtures/fake-points-program.ts';

const brandsDir = path.resolve(import.meta.dirname, '../../../brands');

/** Addresses of the brands' films, captions and pictures; logos, icons and scenes are nobody's business here. */
function brandFiles(): Record<string, string> {
  const files = readdirSync(brandsDir, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.split(path.sep).join('/'),
  );
  const shown = files.filter((file) => /\/media\/|\/images\/(?!logo|favicon|scene)/.test(file));
  return Object.fromEntries(shown.map((file) => [file, `/assets/${file.replaceAll('/', '-')}`]));
}

/** Views that show what they were given. */
export const plainViews: Views = {
  renderPage: (id, { data, form }) => `[${id}]${JSON.stringify({ data, form })}`,
  renderShell: ({ hasPanel, isPhone, logo, seller, back, inApp }) =>
    `${hasPanel && !isPhone ? `<aside>${slots.wide}</aside>` : ''}<main data-logo="${logo?.src ?? ''}" data-seller="${seller?.name ?? ''}" data-back="${back ?? ''}" data-app="${inApp?.name ?? ''}" data-way="${inApp?.way ?? ''}">${slots.narrow}<div id="root">${slots.root}</div></main>`,
  renderSummary: ({ total }) => ({ narrow: `narrow ${total}`, wide: `wide ${total}` }),
  renderBusy: (label) => `[busy ${label}]`,
  renderStaging: ({ action, path: from }) => `[staging ${action} ${from}]`,
  pages: Object.fromEntries(
    [...Object.keys(steps), ...Object.keys(pages)].map((id) => [
      id,
      { css: `.${id}{}`, script: { entry: `/assets/${id}.js`, preloads: [] } },
    ]),
  ),
  parts: {},
  sheets: {},
  renderConsent: ({ action, path: from }) => `[consent ${action} ${from}]`,
  stagingCss: '.staging{}',
  consentCss: '.consent{}',
  printSheet: '/assets/print.css',
  webVitals: '/assets/start-web-vitals.js',
  images: { ...brandFiles(), 'meusucesso/images/logo.dark.svg': '/assets/logo.svg' },
};

/** The checkout's pages over a real database, with the real brands and plain views. */
export interface PagesWorld {
  readonly database: TestDatabase;
  readonly clock: VirtualClock;
  /** What was sent to phones. */
  readonly phones: PhoneInbox;
  /** The points programme. */
  readonly points: PointsMembers;
  /** What was written to the log. */
  readonly logged: unknown[];
  readonly get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** A form as a browser sends it that knows us. */
  readonly post: (
    url: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  readonly app: FastifyInstance;
  /** Another server over the same database; closed with the stage. */
  readonly serve: (change: Partial<CheckoutDeps>, server?: FastifyServerOptions) => Promise<FastifyInstance>;
  readonly close: () => Promise<void>;
}

export const pagesHost = 'localhost:4000';
export const pagesOrigin = `http://${pagesHost}`;
/** The cookie of a browser that has been here before. */
export const knownCookie = `matricula=${'a'.repeat(43)}`;

export async function openPages(): Promise<PagesWorld> {
  const database = await createTestDatabase();
  const dist = mkdtempSync(path.join(tmpdir(), 'dist-'));
  for (const folder of ['assets', 'fonts']) mkdirSync(path.join(dist, folder));
  writeFileSync(path.join(dist, 'assets/lead-1.js'), 'plain');
  writeFileSync(path.join(dist, 'assets/lead-1.js.br'), 'small');
  const parts = readBrandParts();
  const logged: unknown[] = [];
  const keep = (_event: string, fields?: object): void => void logged.push(fields);
  const { ctx, clock, phones, points } = createDomainWorld(database, {
    catalog: catalogPort(parts.brands),
    log: { info: () => undefined, warn: keep, error: keep },
  });
  const servers: FastifyInstance[] = [];
  const serve = async (change: Partial<CheckoutDeps>, options?: FastifyServerOptions): Promise<FastifyInstance> => {
    const server = Fastify(options);
    servers.push(server);
    await registerCheckout(server, {
      ctx,
      ...parts,
      flags: { of: () => flagDefaults },
      environment: 'test',
      publicOrigin: pagesOrigin,
      fieldsOrigin: 'http://localhost:4001',
      challengeOrigins: ['http://bank.example'],
      cookieSecret: 'a-secret-of-the-test',
      tagManagerOrigin: 'https://tags.example',
      views: plainViews,
      dist,
      readiness: [{ name: 'database', check: async () => true }],
      ...change,
    });
    return server;
  };
  const app = await serve({});
  return {
    database,
    clock,
    phones,
    points,
    logged,
    app,
    serve,
    get: (url, headers = {}) => app.inject({ url, headers: { host: pagesHost, ...headers } }),
    post: (url, fields, headers = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: {
          host: pagesHost,
          origin: pagesOrigin,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
          cookie: knownCookie,
          ...headers,
        },
      }),
    close: async () => {
      for (const server of servers) await server.close();
      await database.close();
      rmSync(dist, { recursive: true });
    },
  };
}
