import path from 'node:path';
import type { EnvValues } from '#src/kernel/env/env-values.server.ts';
import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';
import { readCompanies } from './registry.settings.server.generated.ts';

/** The settings of every company, by the folder that reads them. Null where there is no contract. */
export type CompanyEnvs = Readonly<ReturnType<typeof readCompanies>>;

/** The part of the process's environment that gateways read. */
export interface GatewayEnv {
  /** Absolute path of the file that says which gateway collects what; null: the one beside the gateways. */
  readonly gatewayRoutesFile: string | null;
  readonly companies: CompanyEnvs;
}

/** Reads the settings of every company. Secrets have well-known values in the test environment only. */
export function readGatewayEnv(source: SettingsSource): GatewayEnv {
  return { companies: readCompanies(source), gatewayRoutesFile: readRoutesFile(source.values) };
}

/** `GATEWAY_ROUTES`: a file that says which gateway collects what, in place of the one beside the gateways. */
export function readRoutesFile(values: EnvValues): string | null {
  const file = values.text('GATEWAY_ROUTES');
  return file === null ? null : path.resolve(file);
}
