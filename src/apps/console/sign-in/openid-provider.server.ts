import * as openid from 'openid-client';
import type { OidcEnv } from '#src/kernel/env/console-env.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** The secrets of one sign-in under way. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

/** What the provider says of the person who came back from it. */
export interface ProvenPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** The person's language by the directory; null where it says nothing. */
  readonly locale: string | null;
  /** Seconds since they proved who they are; null where the provider does not say. */
  readonly ageSeconds: number | null;
  readonly acr: string | null;
  readonly refreshToken: string | null;
}

/**
 * - `directory-away`: the provider does not answer, or with an error of its own.
 * - `sign-in-refused`: the person or the provider ended the sign-in.
 * - `sign-in-mismatch`: state, nonce, verifier, signature, issuer or audience is not that of this sign-in.
 * - `other-tenant`: the person belongs to no domain of the school.
 */
export type SignInProblem = 'directory-away' | 'sign-in-refused' | 'sign-in-mismatch' | 'other-tenant';

/** Whether the directory still knows a person; `away`: it did not answer. */
export type DirectoryAnswer =
  | { readonly kind: 'member'; readonly refreshToken: string | null }
  | { readonly kind: 'left' }
  | { readonly kind: 'away' };

/** The school's identity provider. */
export interface OpenIdProvider {
  begin(options: {
    /** The person proves again who they are, unless they did so within the last `maxAge` seconds. */
    readonly maxAge?: number;
    /** The person chooses who they are, even where the provider knows the browser. */
    readonly choosesPerson?: boolean;
  }): Promise<Result<{ readonly url: string; readonly secrets: SignInSecrets }, SignInProblem>>;
  /** Reads the address to which the provider sent the browser back. */
  finish(
    returned: URL,
    secrets: SignInSecrets,
    options: { readonly maxAge?: number },
  ): Promise<Result<ProvenPerson, SignInProblem>>;
  refresh(refreshToken: string): Promise<DirectoryAnswer>;
}

const timeoutSeconds = 5;
const scope = 'openid profile email offline_access';

/** The provider of the settings, found by discovery at the first use and again after a failure. */
export function openIdProvider(settings: OidcEnv, consoleOrigin: string): OpenIdProvider {
  const redirectUri = `${consoleOrigin}/sign-in/callback`;
  let found: Promise<openid.Configuration> | null = null;

  async function configuration(): Promise<openid.Configuration> {
    found ??= discover(settings);
    try {
      return await found;
    } catch (error) {
      found = null;
      throw error;
    }
  }

  return {
    async begin({ maxAge, choosesPerson = false }) {
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      try {
        const url = openid.buildAuthorizationUrl(await configuration(), {
          ...{ scope, redirect_uri: redirectUri, state: secrets.state, nonce: secrets.nonce },
          code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
          ...(choosesPerson ? { prompt: 'select_account' } : {}),
          ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
          ...(maxAge === undefined || settings.acrValues.length === 0
            ? {}
            : { acr_values: settings.acrValues.join(' ') }),
        });
        return ok({ url: url.href, secrets });
      } catch (error) {
        return err(problemOf(error));
      }
    },

    async finish(returned, { state, nonce, verifier }, { maxAge }) {
      try {
        const tokens = await openid.authorizationCodeGrant(await configuration(), returned, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
          ...(maxAge === undefined ? {} : { maxAge }),
        });
        const claims = tokens.claims();
        if (claims === undefined) return err('sign-in-mismatch');
        const person = personOf(claims, tokens.refresh_token ?? null);
        return belongsTo(settings.domains, claims) ? ok(person) : err('other-tenant');
      } catch (error) {
        return err(problemOf(error));
      }
    },

    async refresh(refreshToken) {
      try {
        const tokens = await openid.refreshTokenGrant(await configuration(), refreshToken);
        return { kind: 'member', refreshToken: tokens.refresh_token ?? null };
      } catch (error) {
        const isGone = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant';
        return { kind: isGone ? 'left' : 'away' };
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcEnv): Promise<openid.Configuration> {
  const url = new URL(issuer);
  // Only an issuer on this machine is without TLS (`readConsole`).
  const execute = url.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(url, clientId, undefined, openid.ClientSecretBasic(clientSecret), {
    ...{ execute, timeout: timeoutSeconds },
  });
}

type Claims = NonNullable<ReturnType<openid.TokenEndpointResponseHelpers['claims']>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function personOf(claims: Claims, refreshToken: string | null): ProvenPerson {
  const email = textOf(claims['email']) ?? '';
  // The machine's time, as of the provider: the product's clock may have been moved.
  const ageSeconds = claims.auth_time === undefined ? null : Math.max(0, Date.now() / 1000 - claims.auth_time);
  return {
    ...{ issuer: claims.iss, subject: claims.sub, email, ageSeconds, refreshToken },
    name: textOf(claims['name']) ?? email.split('@')[0] ?? claims.sub,
    locale: textOf(claims['locale']),
    acr: textOf(claims['acr']),
  };
}

/**
 * Whether the person is of the school: by the provider's word about its customer (`hd` of Google, `tid` of Entra), else by
 * the domain of an e-mail address that the provider does not call unverified.
 */
function belongsTo(domains: readonly string[], claims: Claims): boolean {
  const listed = (text: string | null | undefined): boolean => domains.includes(text?.toLowerCase() ?? '');
  const hosted = textOf(claims['hd']);
  if (hosted !== null) return listed(hosted);
  if (listed(textOf(claims['tid']))) return true;
  return claims['email_verified'] !== false && listed(textOf(claims['email'])?.split('@')[1]);
}

const awayCodes: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function problemOf(error: unknown): SignInProblem {
  if (error instanceof openid.AuthorizationResponseError) return 'sign-in-refused';
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 ? 'directory-away' : 'sign-in-refused';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (awayCodes.has(code) || isServerError(error)) return 'directory-away';
  // A connection that failed is a `TypeError` of `fetch`, without a code; so is the library's own for wrong arguments, with one.
  if (error instanceof TypeError && code === undefined) return 'directory-away';
  return 'sign-in-mismatch';
}

function isServerError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response && cause.status >= 500;
}
