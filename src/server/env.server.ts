import { type GatewayEnv, readGatewayEnv } from '#src/gateways/gateway-env.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type AppEnvironment, readAppEnvironment } from '#src/kernel/env/app-environment.server.ts';
import { type ConsoleEnv, readConsole, readConsoleAddress } from '#src/kernel/env/console-env.server.ts';
import { type DatabaseEnv, readDatabase } from '#src/kernel/env/database-env.server.ts';
import { type DocumentsEnv, readDocumentsEnv } from '#src/kernel/env/documents-env.server.ts';
import { type EnvProblem, type EnvSource, type EnvValues, envValues } from '#src/kernel/env/env-values.server.ts';
import { type MailEnv, readMail } from '#src/kernel/env/mail-env.server.ts';
import { type OwnKeysEnv, readOwnKeys } from '#src/kernel/env/operator-env.server.ts';
import { readServing, type ServingEnv } from '#src/kernel/env/role-env.server.ts';
import { type LogLevel, logLevels } from '#src/kernel/log/log-levels.ts';
import { secretValues, type SecretValues } from '#src/kernel/env/secret-values.server.ts';
import {
  type AnalyticsEnv,
  type MonitoringEnv,
  readAnalytics,
  readMonitoring,
} from '#src/kernel/env/telemetry-env.server.ts';

export { describeEnvProblems, type EnvProblem } from '#src/kernel/env/env-values.server.ts';

/** The sandbox; `own` is false when another process runs it. */
export interface SandboxEnv {
  readonly origin: string;
  readonly own: boolean;
  readonly port: number;
  readonly smtpPort: number;
}

/** The process's environment, read once at start. */
export interface Env extends ServingEnv, DatabaseEnv, OwnKeysEnv, MailEnv, GatewayEnv {
  readonly appEnv: AppEnvironment;
  readonly logLevel: LogLevel;
  /** Address that the servers bind. */
  readonly host: string;
  readonly port: number;
  readonly cardFieldsPort: number;
  /** Public origins for browsers and gateways. */
  readonly publicOrigin: string;
  readonly cardFieldsOrigin: string;
  /** The staff's console; null: this process runs none. */
  readonly console: ConsoleEnv | null;
  /** Null in production. */
  readonly sandbox: SandboxEnv | null;
  readonly cookieSecret: string;
  /** The keys that sign audit trails. */
  readonly documents: DocumentsEnv;
  /** Whether the API's documentation (`/api/docs`, `/api/openapi.json`) is public. */
  readonly apiDocs: boolean;
  readonly monitoring: MonitoringEnv;
  readonly analytics: AnalyticsEnv;
  /** The crash point of a chaos test; always null outside test. */
  readonly crashAt: string | null;
}

/**
 * Reads `process.env` or the like into a frozen Env, or lists every problem of it.
 * Secrets have well-known values in the test environment only.
 */
export function readEnv(source: EnvSource): Result<Env, readonly EnvProblem[]> {
  const values = envValues(source);
  const port = values.port('PORT', 3000);
  const cardFieldsPort = values.port('CARD_FIELDS_PORT', 3001);
  const host = values.text('HOST') ?? '127.0.0.1';
  const publicOrigin = values.origin('PUBLIC_ORIGIN', `http://localhost:${port}`);
  const cardFieldsOrigin = values.origin('CARD_FIELDS_ORIGIN', `http://localhost:${cardFieldsPort}`);
  const consoleAddress = readConsoleAddress(values);
  const database = readDatabase(values);
  const origins = { publicOrigin, cardFieldsOrigin, consoleOrigin: consoleAddress.origin };
  const appEnv = readAppEnvironment(values, source, { host, origins, databaseUrl: database.databaseUrl });
  const serving = readServing(values, database, appEnv);
  const sandbox = readSandbox(values, appEnv);
  const testSecrets = appEnv === 'test';
  const company = secretValues(values, { sandboxOrigin: sandbox?.origin ?? null, testSecrets });
  const secrets = readSecrets(values, sandbox, appEnv, company);
  const env: Env = {
    appEnv,
    ...serving,
    logLevel: values.choice('LOG_LEVEL', logLevels, 'info'),
    host,
    port,
    cardFieldsPort,
    publicOrigin,
    cardFieldsOrigin,
    console: readConsole({ values, secrets: company, appEnv, role: serving.role, ...consoleAddress }),
    ...database,
    sandbox,
    ...secrets,
    monitoring: readMonitoring(values),
    analytics: readAnalytics(values, { sandboxOrigin: sandbox?.origin ?? null, testSecrets }),
    ...readOwnKeys(values, secrets.cookieSecret),
    apiDocs: values.choice('API_DOCS', ['on', 'off'], appEnv === 'production' ? 'off' : 'on') === 'on',
    crashAt: values.text('CRASH_AT'),
  };
  if (env.crashAt !== null && appEnv !== 'test') values.refuse('CRASH_AT', 'nothing outside the test environment');
  checkPorts(values, env);
  checkOrigins(values, env);
  return values.problems.length > 0 ? err(values.problems) : ok(deepFreeze(env));
}

function readSandbox(values: EnvValues, appEnv: AppEnvironment): SandboxEnv | null {
  const port = values.port('SANDBOX_PORT', 3002);
  const smtpPort = values.port('SANDBOX_SMTP_PORT', 3003);
  const own = values.text('SANDBOX_ORIGIN') === null;
  const origin = values.origin('SANDBOX_ORIGIN', `http://127.0.0.1:${port}`);
  if (appEnv !== 'production') return { origin, own, port, smtpPort };
  if (!own) values.refuse('SANDBOX_ORIGIN', 'nothing in production: there is no pretended bank');
  return null;
}

type Secrets = Pick<Env, 'cookieSecret' | 'documents'> & GatewayEnv & MailEnv;

function readSecrets(
  values: EnvValues,
  sandbox: SandboxEnv | null,
  appEnv: AppEnvironment,
  secrets: SecretValues,
): Secrets {
  return {
    cookieSecret: secrets.secret('COOKIE_SECRET', 32),
    ...readGatewayEnv({ values, secrets, appEnv }),
    documents: readDocumentsEnv(values, appEnv === 'test'),
    ...readMail(values, sandbox),
  };
}

function checkPorts(values: EnvValues, env: Env): void {
  const used = new Map<number, string>([[env.port, 'PORT']]);
  const others: [string, number][] = [['CARD_FIELDS_PORT', env.cardFieldsPort]];
  if (env.console !== null) others.push(['CONSOLE_PORT', env.console.port]);
  if (env.sandbox?.own === true) {
    others.push(['SANDBOX_PORT', env.sandbox.port], ['SANDBOX_SMTP_PORT', env.sandbox.smtpPort]);
  }
  for (const [variable, number] of others) {
    const taken = used.get(number);
    if (taken !== undefined) values.refuse(variable, `another port than ${taken}`);
    used.set(number, variable);
  }
}

function checkOrigins(values: EnvValues, env: Env): void {
  if (env.cardFieldsOrigin === env.publicOrigin) {
    values.refuse(
      'CARD_FIELDS_ORIGIN',
      'another origin than PUBLIC_ORIGIN: the page must not be able to read card numbers',
    );
  }
  const consoleOrigin = env.console?.origin ?? null;
  if (consoleOrigin === env.publicOrigin || consoleOrigin === env.cardFieldsOrigin) {
    values.refuse(
      'CONSOLE_ORIGIN',
      'another origin than PUBLIC_ORIGIN and CARD_FIELDS_ORIGIN: no buyer’s page may act for the staff',
    );
  }
  if (env.appEnv !== 'production') return;
  for (const [variable, origin] of [
    ['PUBLIC_ORIGIN', env.publicOrigin],
    ['CARD_FIELDS_ORIGIN', env.cardFieldsOrigin],
    ...(consoleOrigin === null ? [] : [['CONSOLE_ORIGIN', consoleOrigin] as const]),
  ] as const) {
    if (!origin.startsWith('https://')) values.refuse(variable, 'an origin that begins with https:// in production');
  }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
