import path from 'node:path';
import { err, ok, type Result } from '../result/result.ts';
import { type AppEnvironment, readAppEnvironment } from './app-environment.server.ts';
import { readServing, type ServingEnv } from './role-env.server.ts';
import { readCardKeyPins } from './card-keys-env.server.ts';
import { type EnvProblem, type EnvSource, type EnvValues, envValues } from './env-values.server.ts';
import { type CulqiEnv, readCulqi } from './culqi-env.server.ts';
import { type PagarmeEnv, readPagarme, readRoutesFile } from './pagarme-env.server.ts';
import {
  type AcquirerEnv,
  type PixEnv,
  type PointsEnv,
  readPixAccount,
  readPixPayee,
  readPixTls,
  type SlipEnv,
  type SmsEnv,
} from './companies-env.server.ts';
import { secretValues } from './secret-values.server.ts';
import { type MPesaEnv, type NuPayEnv, readMPesa, readNuPay } from './wallets-env.server.ts';
import { type MailEnv, readMail } from './mail-env.server.ts';
import { type OwnKeysEnv, readOwnKeys } from './operator-env.server.ts';
import { type PapersEnv, readPapers } from './papers-env.server.ts';
import { type AnalyticsEnv, type MonitoringEnv, readAnalytics, readMonitoring } from './surroundings-env.server.ts';

export type { AppEnvironment } from './app-environment.server.ts';
export { describeEnvProblems, type EnvProblem } from './env-values.server.ts';
export type { AnalyticsEnv } from './surroundings-env.server.ts';
export type { MPesaEnv } from './wallets-env.server.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The stand-in for the outside world; `own` is false when another process runs it. */
export interface SandboxEnv {
  readonly origin: string;
  readonly own: boolean;
  readonly port: number;
  readonly smtpPort: number;
}

/** All that the process's environment says, read once at start. */
export interface Env extends ServingEnv, OwnKeysEnv, MailEnv {
  readonly appEnv: AppEnvironment;
  readonly logLevel: LogLevel;
  /** Address that the servers bind. */
  readonly host: string;
  readonly port: number;
  readonly cardFieldsPort: number;
  /** Origins as browsers and gateways see them. */
  readonly publicOrigin: string;
  readonly cardFieldsOrigin: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly dataDirIsDefault: boolean;
  readonly databaseUrl: string | null;
  /** Null in production. */
  readonly sandbox: SandboxEnv | null;
  readonly cookieSecret: string;
  readonly acquirer: AcquirerEnv;
  /** Absolute path of the file that says which gateway collects what; null: the one beside the gateways. */
  readonly gatewayRoutesFile: string | null;
  /** Thumbprints of the acquirer's keys that cards may be encrypted with; null: any of its keys. */
  readonly cardKeyPins: readonly string[] | null;
  /** Null where there is no contract. */
  readonly pagarme: PagarmeEnv | null;
  /** Null where there is no contract. */
  readonly culqi: CulqiEnv | null;
  readonly mPesa: MPesaEnv | null;
  readonly nuPay: NuPayEnv | null;
  readonly pix: PixEnv;
  readonly slip: SlipEnv;
  /** Carrier of text messages. */
  readonly sms: SmsEnv;
  /** Null where there is no contract with a points programme. */
  readonly points: PointsEnv | null;
  /** What seals proofs of sales, and who issues fiscal notes. */
  readonly papers: PapersEnv;
  /** Whether what is written about the API (`/api/docs`, `/api/openapi.json`) is there for everybody. */
  readonly apiDocs: boolean;
  readonly monitoring: MonitoringEnv;
  readonly analytics: AnalyticsEnv;
  /** The named place at which a chaos test stops the process; always null outside test. */
  readonly crashAt: string | null;
}

/**
 * Reads `process.env` or the like into a frozen Env, or lists everything that is wrong with it.
 * Secrets have well-known values in the test environment only.
 */
export function readEnv(source: EnvSource): Result<Env, readonly EnvProblem[]> {
  const values = envValues(source);
  const port = values.port('PORT', 3000);
  const cardFieldsPort = values.port('CARD_FIELDS_PORT', 3001);
  const host = values.text('HOST') ?? '127.0.0.1';
  const publicOrigin = values.origin('PUBLIC_ORIGIN', `http://localhost:${port}`);
  const cardFieldsOrigin = values.origin('CARD_FIELDS_ORIGIN', `http://localhost:${cardFieldsPort}`);
  const databaseUrl = values.address('DATABASE_URL', ['postgres', 'postgresql'], null);
  const appEnv = readAppEnvironment(values, source, { host, origins: { publicOrigin, cardFieldsOrigin }, databaseUrl });
  const sandbox = readSandbox(values, appEnv);
  const testSecrets = appEnv === 'test';
  const secrets = readSecrets(values, sandbox, testSecrets);
  const env: Env = {
    appEnv,
    ...readServing(values, databaseUrl),
    logLevel: values.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    host,
    port,
    cardFieldsPort,
    publicOrigin,
    cardFieldsOrigin,
    dataDir: path.resolve(values.text('DATA_DIR') ?? 'data'),
    dataDirIsDefault: values.text('DATA_DIR') === null,
    databaseUrl,
    sandbox,
    ...secrets,
    gatewayRoutesFile: readRoutesFile(values),
    cardKeyPins: readCardKeyPins(values, appEnv),
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

type Secrets = Pick<
  Env,
  | 'cookieSecret'
  | 'acquirer'
  | 'pagarme'
  | 'culqi'
  | 'mPesa'
  | 'nuPay'
  | 'pix'
  | 'slip'
  | 'sms'
  | 'points'
  | 'papers'
  | 'smtpUrl'
  | 'mailFrom'
>;

function readSecrets(values: EnvValues, sandbox: SandboxEnv | null, testSecrets: boolean): Secrets {
  const secrets = secretValues(values, { sandboxOrigin: sandbox?.origin ?? null, testSecrets });
  const { secret, name, url } = secrets;
  return {
    cookieSecret: secret('COOKIE_SECRET', 32),
    acquirer: {
      url: url('ACQUIRER_URL', 'acquirer'),
      merchant: name('ACQUIRER_MERCHANT'),
      secret: secret('ACQUIRER_SECRET', 8),
      notificationSecret: secret('ACQUIRER_NOTIFICATION_SECRET', 24),
    },
    pix: {
      url: url('PIX_URL', 'pix-bank'),
      clientId: name('PIX_CLIENT_ID'),
      clientSecret: secret('PIX_CLIENT_SECRET', 8),
      key: values.secret('PIX_KEY', 1, testSecrets ? '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' : null),
      notificationSecret: secret('PIX_NOTIFICATION_SECRET', 24),
      tls: readPixTls(values),
      account: readPixAccount(values, testSecrets),
      payee: readPixPayee(values, testSecrets),
    },
    pagarme: readPagarme(secrets),
    culqi: readCulqi(secrets),
    mPesa: readMPesa(values, secrets, testSecrets),
    nuPay: readNuPay(values, secrets, testSecrets),
    slip: {
      url: url('SLIP_URL', 'slip-bank'),
      user: name('SLIP_USER'),
      secret: secret('SLIP_SECRET', 8),
      notificationSecret: secret('SLIP_NOTIFICATION_SECRET', 24),
    },
    sms: { url: url('SMS_URL', 'sms'), user: name('SMS_USER'), secret: secret('SMS_SECRET', 8) },
    // A contract that not every school has; a half of one stops the start.
    points:
      !testSecrets && ['POINTS_URL', 'POINTS_USER', 'POINTS_SECRET'].every((one) => values.text(one) === null)
        ? null
        : {
            url: url('POINTS_URL', 'points-club'),
            user: name('POINTS_USER'),
            secret: secret('POINTS_SECRET', 8),
          },
    papers: readPapers(values, secrets, { isProduction: sandbox === null, testSecrets }),
    ...readMail(values, sandbox),
  };
}

function checkPorts(values: EnvValues, env: Env): void {
  const used = new Map<number, string>([[env.port, 'PORT']]);
  const others: [string, number][] = [['CARD_FIELDS_PORT', env.cardFieldsPort]];
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
  if (env.appEnv !== 'production') return;
  for (const [variable, origin] of [
    ['PUBLIC_ORIGIN', env.publicOrigin],
    ['CARD_FIELDS_ORIGIN', env.cardFieldsOrigin],
  ] as const) {
    if (!origin.startsWith('https://')) values.refuse(variable, 'an origin that begins with https:// in production');
  }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
