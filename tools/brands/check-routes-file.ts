import path from 'node:path';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import { businessesOf } from '#src/server/gateway-routes.server.ts';
import { readRoutes } from '#src/gateways/gateway-routes.server.ts';
import { gatewayFactories } from '#src/gateways/registry.server.generated.ts';
import { projectRoot } from './brand-files.ts';

/** Reports every mistake in the gateway routes of these brands. */
export function checkRoutesFile(
  file: string,
  brands: BrandRegistry['brands'],
  report: (problem: BrandProblem) => void,
): void {
  const read = readRoutes(file, Object.values(gatewayFactories), businessesOf(brands));
  const shown = file.startsWith(projectRoot) ? path.relative(projectRoot, file) : file;
  for (const { key, message } of read.ok ? [] : read.error) report({ file: shown, key, message });
}
