import type { EnvSource, EnvValues } from './env-values.server.ts';

/** The environment of the product: a developer's machine, the staging server, or production. */
export type AppEnvironment = 'test' | 'homolog' | 'production';

const ENVIRONMENTS = ['test', 'homolog', 'production'] as const satisfies readonly AppEnvironment[];

/** The specification's rule (section 4): test when the host contains TEST, DEV or localhost, else production. */
export function environmentOfHost(host: string): AppEnvironment {
  return /test|dev|localhost/i.test(host) ? 'test' : 'production';
}

/** Whether only this machine can connect to a server bound to `host`, or to the host of an origin (`[::1]`). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The environment, failing closed. APP_ENV is required as soon as a bind, an origin or a database is outside this machine.
 * A proxy on the same machine makes a loopback bind public, so the hosts of PUBLIC_ORIGIN, CARD_FIELDS_ORIGIN and
 * CONSOLE_ORIGIN count as well. The test environment has well-known secrets and a sandbox bank: it binds loopback only.
 */
export function readAppEnvironment(
  values: EnvValues,
  source: EnvSource,
  facts: {
    readonly host: string;
    readonly origins: {
      readonly publicOrigin: string;
      readonly cardFieldsOrigin: string;
      readonly consoleOrigin: string;
    };
    readonly databaseUrl: string | null;
  },
): AppEnvironment {
  const stated = values.text('APP_ENV') !== null;
  const publicHost = new URL(facts.origins.publicOrigin).hostname;
  const cardHost = new URL(facts.origins.cardFieldsOrigin).hostname;
  const consoleHost = new URL(facts.origins.consoleOrigin).hostname;
  const byHost = environmentOfHost(publicHost);
  const appEnv = values.choice('APP_ENV', ENVIRONMENTS, byHost);
  const reasons = [
    ...(isLoopback(facts.host) ? [] : ['HOST is not a loopback address']),
    ...(byHost !== 'test' || isLoopback(publicHost) ? [] : ['the host of PUBLIC_ORIGIN is not a loopback address']),
    ...(byHost !== 'test' || isLoopback(cardHost) ? [] : ['the host of CARD_FIELDS_ORIGIN is not a loopback address']),
    ...(byHost !== 'test' || isLoopback(consoleHost) ? [] : ['the host of CONSOLE_ORIGIN is not a loopback address']),
    ...(facts.databaseUrl === null ? [] : ['DATABASE_URL is set']),
    ...(source['NODE_ENV'] === 'production' ? ['NODE_ENV is production'] : []),
  ];
  if (!stated && reasons.length > 0) {
    values.refuse('APP_ENV', `test, homolog or production, said outright because ${reasons.join(' and ')}`);
  }
  if (appEnv === 'test' && !isLoopback(facts.host)) {
    values.refuse('HOST', 'localhost, 127.0.0.1 or ::1 in the test environment: its secrets are known to everybody');
  }
  return appEnv;
}
