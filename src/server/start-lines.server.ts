import type { Env } from '#src/server/env.server.ts';

/** What a start found outside the environment. */
interface Started {
  /** Null: this process runs no sandbox. */
  readonly sandboxOrigin: string | null;
  /** Data folder of the embedded database; null: `DATABASE_URL`. */
  readonly databaseFolder: string | null;
}

/** The lines that a process prints once it is ready: every address that it serves. */
export function describeStart(env: Env, { sandboxOrigin, databaseFolder }: Started): readonly string[] {
  const { role } = env;
  const servesBuyers = role === 'all' || role === 'app';
  return [
    `Matrícula (${env.appEnv}) is ready`,
    ...(servesBuyers
      ? [
          `  checkout     ${env.publicOrigin}`,
          `  API          ${env.publicOrigin}/api/docs`,
          `  card fields  ${env.cardFieldsOrigin}`,
        ]
      : [`  ${role.padEnd(12)} http://${env.host}:${env.port}/readiness`]),
    ...(env.console ? [`  console      ${env.console.origin}`] : []),
    ...(role === 'all' && !env.console ? ['  console      not started: CONSOLE_OIDC_ISSUER is not set'] : []),
    ...(sandboxOrigin === null ? [] : [`  sandbox      ${sandboxOrigin}/sandbox`]),
    `  database     ${databaseFolder === null ? 'DATABASE_URL' : `PostgreSQL of its own in ${databaseFolder}`}`,
  ];
}
