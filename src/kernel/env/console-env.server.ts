import { isLoopback, type AppEnvironment } from './app-environment.server.ts';
import { readConsoleReadUrl } from './database-env.server.ts';
import type { EnvValues } from './env-values.server.ts';
import type { Role } from './role-env.server.ts';
import type { SecretValues } from './secret-values.server.ts';

/** The school's identity provider (OpenID Connect) and who of its people may sign in. */
export interface OidcEnv {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains of e-mail addresses (`hd`, or what stands after the `@`) whose people may sign in, in lower case; never empty. */
  readonly domains: readonly string[];
  /** Authentication contexts that count as strong, the preferred first; empty: a recent sign-in is enough. */
  readonly acrValues: readonly string[];
}

/** The staff's console: its own port, its own origin. */
export interface ConsoleEnv {
  readonly port: number;
  readonly origin: string;
  readonly oidc: OidcEnv;
  /** A standby, or a role with fewer rights, for what the console reads; null: the product's own database. */
  readonly readUrl: string | null;
}

interface ConsoleSource {
  readonly values: EnvValues;
  readonly secrets: SecretValues;
  readonly appEnv: AppEnvironment;
  readonly role: Role;
  readonly port: number;
  readonly origin: string;
}

const required = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_DOMAINS',
];
const domainShape = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;
const maxDomains = 20;

/** Port and origin, which the rules for the environment need before the rest. */
export function readConsoleAddress(values: EnvValues): { readonly port: number; readonly origin: string } {
  const port = values.port('CONSOLE_PORT', 3004);
  return { port, origin: values.origin('CONSOLE_ORIGIN', `http://localhost:${port}`) };
}

/**
 * The console of this process, or null where it runs none: in the roles `app` and `worker`, and in the role `all` without
 * the settings of an identity provider. The role `console` requires them. In the test environment the provider is the
 * sandbox's directory.
 */
export function readConsole({ values, secrets, appEnv, role, port, origin }: ConsoleSource): ConsoleEnv | null {
  if (role === 'app' || role === 'worker') return null;
  if (role !== 'console' && !secrets.hasContract(required)) return null;
  const oidc = {
    issuer: readIssuer(values, secrets, appEnv),
    clientId: secrets.name('CONSOLE_OIDC_CLIENT_ID'),
    clientSecret: secrets.secret('CONSOLE_OIDC_CLIENT_SECRET', 16),
    domains: readDomains(values, appEnv),
    acrValues: readAcr(values, appEnv),
  };
  return { port, origin, oidc, readUrl: readConsoleReadUrl(values) };
}

/** An issuer is compared character by character with the one in its tokens, so that it is kept as it was given. */
function readIssuer(values: EnvValues, secrets: SecretValues, appEnv: AppEnvironment): string {
  const issuer = secrets.url('CONSOLE_OIDC_ISSUER', 'directory');
  const isPlain = issuer.startsWith('http:') && !isLoopback(new URL(issuer).hostname);
  if (isPlain || (appEnv === 'production' && issuer !== '' && !issuer.startsWith('https:')))
    values.refuse('CONSOLE_OIDC_ISSUER', 'an address that begins with https://');
  return issuer;
}

function readDomains(values: EnvValues, appEnv: AppEnvironment): readonly string[] {
  const text = values.text('CONSOLE_OIDC_DOMAINS') ?? (appEnv === 'test' ? 'escola.example' : '');
  const domains = text
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (domains.length > maxDomains || !domains.every((one) => domainShape.test(one)))
    values.refuse(
      'CONSOLE_OIDC_DOMAINS',
      `1 to ${maxDomains} domains such as school.example, with commas between them`,
    );
  return domains;
}

function readAcr(values: EnvValues, appEnv: AppEnvironment): readonly string[] {
  const text = values.text('CONSOLE_OIDC_ACR') ?? (appEnv === 'test' ? 'urn:sandbox:second-factor' : '');
  return text.split(/\s+/).filter((one) => one !== '');
}
