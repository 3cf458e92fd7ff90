import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { mountApi } from '#src/apps/api/api.server.ts';
import { routes } from '#src/apps/api/registry.server.generated.ts';
import { registerCheckout } from '#src/apps/checkout/checkout.server.ts';
import { serveMetrics } from '#src/server/metrics-endpoint.server.ts';
import { catalogPort } from '#src/branding/index.server.ts';
import { flagDefaults } from '#src/branding/flags/flag-names.ts';
import { addCspReportRoute } from '#src/platform/telemetry/csp-report-routes.server.ts';
import { cspReportsPath } from '#src/kernel/http/server/csp-report-path.ts';
import { createMetrics } from '#src/platform/telemetry/metrics.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { pagesOrigin, plainViews } from '#tests/support/worlds/pages-world.server.ts';

const cardFieldsFolder = path.resolve(import.meta.dirname, '../../src/apps/card-fields');

/**
 * Every route that the product's web server registers, as Fastify tells it (`GET /path`; HEAD goes with GET), and those
 * of the card fields' own server (`card-fields GET /path`), as its source says. `acts` gets what each route of staff needs.
 */
export async function registeredRoutes(
  database: TestDatabase,
  acts = new Map<string, string>(),
): Promise<readonly string[]> {
  const found = new Set<string>();
  const app = Fastify();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      if (one === 'HEAD') continue;
      found.add(`${one} ${url}`);
      if (config?.act) acts.set(`${one} ${url}`, config.act);
    }
  });
  const dist = mkdtempSync(path.join(tmpdir(), 'dist-'));
  for (const folder of ['assets', 'fonts']) mkdirSync(path.join(dist, folder));
  try {
    const parts = readBrandParts();
    const { ctx } = createDomainWorld(database, { catalog: catalogPort(parts.brands) });
    serveMetrics(app, { metrics: createMetrics(), token: null, isOpen: true });
    addCspReportRoute(app, { collector: { take: () => true }, origin: pagesOrigin, pageAt: () => null });
    await mountApi(
      app,
      {
        ctx,
        brands: parts.brands,
        browserOf: () => ({ hash: '', setCookie: null }),
        origins: new Set(),
        webVitals: { take: () => true },
        seen: { take: () => undefined },
        say: (_locale, key) => key,
      },
      Object.values(routes),
    );
    await registerCheckout(app, {
      ctx,
      ...parts,
      flags: { of: () => flagDefaults },
      environment: 'test',
      publicOrigin: pagesOrigin,
      fieldsOrigin: 'http://localhost:4001',
      challengeOrigins: [],
      cookieSecret: 'a-secret-of-the-test',
      tagManagerOrigin: 'https://tags.example',
      views: plainViews,
      dist,
      readiness: [],
    });
    await app.ready();
  } finally {
    await app.close();
    rmSync(dist, { recursive: true });
  }
  return [...found, ...cardFieldsRoutes()].toSorted();
}

function cardFieldsRoutes(): string[] {
  const files = readdirSync(cardFieldsFolder).filter((name) => name.endsWith('.server.ts'));
  const source = files.map((name) => readFileSync(path.join(cardFieldsFolder, name), 'utf8')).join('\n');
  const reports = source.includes('addCspReportRoute(app') ? [`card-fields POST ${cspReportsPath}`] : [];
  const own = [
    ...source.matchAll(/\b(?:app|forms)\.(get|post|put|patch|delete|all|route)\(\s*(?:'([^']+)'|(\w+))/g),
  ].map(
    ([, method = '', address, variable]) => `card-fields ${method.toUpperCase()} ${address ?? `<${variable ?? ''}>`}`,
  );
  return [...own, ...reports];
}
