import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { Provider } from 'oidc-provider';
import { markup } from '../pages/html.ts';
import { renderPage } from '../pages/layout.server.ts';
import type { JournalStore } from '../runtime/journal-store.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';
import { directoryAdapter, type DirectoryRecord, isAlive } from './directory-store.server.ts';
import { type DirectoryPerson, directoryPeople, secondFactorAcr } from './people.ts';

/** The school's directory: who works there, and the OpenID provider over it. */
export interface Directory {
  readonly issuer: string;
  readonly people: readonly DirectoryPerson[];
  hasLeft(subject: string): boolean;
  /** Somebody leaves the school, or comes back: from then on the directory knows them no more, or again. */
  setLeft(subject: string, hasLeft: boolean): void;
  /** Made at the first call: its packages take longer to load than the rest of the sandbox. */
  provider(): Promise<Provider>;
}

/** Whether somebody has left; stored, so that a restart changes nothing. */
interface Membership {
  readonly subject: string;
  readonly hasLeft: boolean;
}

const day = 86_400;

/** Opens the directory; `client` is the console's registration. */
export function openDirectory(
  context: SandboxContext,
  client: { readonly origin: string; readonly clientId: string; readonly clientSecret: string },
): Directory {
  const records = context.store<DirectoryRecord>('directory', { idOf: ({ key }) => key, inMemory: isAlive });
  const members = context.store<Membership>('directory-members', { idOf: ({ subject }) => subject });
  // The port of a sandbox on any free port is known once it listens.
  const issuerOf = (): string => `${context.origin()}/directory`;
  const hasLeft = (subject: string): boolean => members.get(subject)?.hasLeft ?? false;
  let made: Promise<Provider> | null = null;

  async function make(): Promise<Provider> {
    const { Provider: OpenIdProvider, interactionPolicy } = await import('oidc-provider');
    const policy = interactionPolicy.base();
    // A page of ours asks for the second factor, where the console asks for it and this session was without.
    policy
      .get('login')
      .checks.add(
        new interactionPolicy.Check('second_factor', 'A second factor is asked for', ({ oidc }) =>
          Boolean(oidc.params?.['acr_values']?.split(' ').includes(secondFactorAcr) && oidc.acr !== secondFactorAcr),
        ),
      );
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
    const provider = new OpenIdProvider(issuerOf(), {
      adapter: directoryAdapter(records),
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${client.origin}/sign-in/callback`],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          id_token_signed_response_alg: 'ES256',
          require_auth_time: true,
        },
      ],
      ...(await storedKeys(records)),
      acrValues: [secondFactorAcr],
      claims: {
        openid: ['sub'],
        profile: ['name', 'locale', 'acr'],
        email: ['email', 'email_verified', 'hd'],
        auth_time: null,
      },
      conformIdTokenClaims: false,
      scopes: ['openid', 'offline_access', 'profile', 'email'],
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/directory/people/${uid}` },
      findAccount: ({ oidc }: CodeContext, subject: string) => accountOf(subject, oidc.entities.AuthorizationCode?.acr),
      issueRefreshToken: () => true,
      loadExistingGrant: async (request: {
        readonly oidc: {
          readonly client: { readonly clientId: string };
          readonly session: { readonly accountId?: string };
        };
      }) => {
        const { oidc } = request;
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
        // The school's own application: nobody is asked to share their name with it.
        grant.addOIDCScope('openid offline_access profile email');
        await grant.save();
        return grant;
      },
      rotateRefreshToken: true,
      pkce: { required: () => true },
      renderError,
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Interaction: 3600,
        Grant: day,
        RefreshToken: day,
        Session: day,
      },
    });
    return provider;
  }

  function accountOf(subject: string, acr: string | undefined): object | undefined {
    const person = directoryPeople.find((one) => one.subject === subject);
    if (!person || hasLeft(subject)) return undefined;
    const { name, email, locale } = person;
    return {
      accountId: subject,
      claims: () => ({ sub: subject, name, email, locale, acr, email_verified: true, hd: email.split('@')[1] }),
    };
  }

  return {
    get issuer() {
      return issuerOf();
    },
    people: directoryPeople,
    hasLeft,
    setLeft: (subject, left) => {
      members.put({ subject, hasLeft: left });
      if (left) endSessions(records, subject);
    },
    provider: () => (made ??= make()),
  };
}

/** Whoever left is signed in nowhere: the library answers a session of nobody with a failure of its own. */
function endSessions(records: JournalStore<DirectoryRecord>, subject: string): void {
  for (const { key, payload } of [...records.values()])
    if (key.startsWith('Session:') && payload?.accountId === subject)
      records.put({ key, payload: null, expiresAt: null });
}

/** Keys of tokens and cookies, made once and kept with the sessions that they signed. */
async function storedKeys(records: {
  get(key: string): DirectoryRecord | undefined;
  put(record: DirectoryRecord): void;
}): Promise<object> {
  const stored = records.get('keys')?.payload;
  if (stored) return stored;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'sandbox-1' };
  const payload = { jwks: { keys: [jwk] }, cookies: { keys: [randomBytes(32).toString('base64url')] } };
  records.put({ key: 'keys', payload, expiresAt: null });
  return payload;
}

/** A call for tokens: how strong the sign-in was stands with its code. */
interface CodeContext {
  readonly oidc: { readonly entities: { readonly AuthorizationCode?: { readonly acr?: string } } };
}

interface KoaContext {
  body: string;
  type: string;
}

/** A refusal of the library, such as an unknown address to return to, as a page. */
function renderError(context: KoaContext, out: { readonly error: string; readonly error_description?: string }): void {
  context.type = 'html';
  const body = markup`<h1>O diretório recusou o pedido</h1><p>${out.error}: ${out.error_description ?? ''}</p>`;
  context.body = renderPage({ title: 'Pedido recusado', body });
}
