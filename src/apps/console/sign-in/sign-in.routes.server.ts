import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  type BrandsOfBusiness,
  type DirectoryGrant,
  findStaffSession,
  renewAuthentication,
  requestAccess,
  signInStaff,
  type SignInFailure,
} from '#src/domain/staff/index.server.ts';
import { networkGroup } from '#src/kernel/http/server/address-group.ts';
import type { Authenticate, SignedIn } from '../console.contract.server.ts';
import { freshSignInSeconds } from '../routing/permission-hook.server.ts';
import { consoleLocales } from '../words/console-locales.ts';
import type { ConsoleCookies, SignInUnderWay } from './console-cookies.server.ts';
import type { OpenIdProvider, ProvenPerson, SignInProblem } from './openid-provider.server.ts';
import { localeOf, sendSignInPage, type SignInMessage } from './sign-in-page.server.ts';

export interface SignInOptions {
  readonly ctx: DomainContext;
  readonly origin: string;
  readonly cookies: ConsoleCookies;
  readonly provider: OpenIdProvider;
  readonly authenticate: Authenticate;
  readonly brandsOf: BrandsOfBusiness;
  /** What the directory's groups of a person stand for; null: groups are not used. */
  readonly directoryGrantsOf: (subject: string) => readonly DirectoryGrant[] | null;
}

const statuses: Readonly<Record<SignInProblem | SignInFailure, number>> = {
  'directory-away': 503,
  'sign-in-refused': 403,
  'sign-in-mismatch': 400,
  'other-tenant': 403,
  'account-left': 403,
  'link-over': 410,
};

interface Opened {
  /** `return`: the page to come back to. `choose`: the person says who they are, even where the directory knows the browser. */
  Querystring: { readonly return?: string; readonly choose?: string };
}

/**
 * The way into the console, as whole pages: `/sign-in` goes to the school's directory and comes back to `/sign-in/callback`;
 * `/sign-in/fresh` does the same for who is in already and has to prove it again; `/sign-in/first/<secret>` is the printed
 * link of the first person. None of these addresses has an effect by being opened alone.
 */
export function addSignInRoutes(app: FastifyInstance, options: SignInOptions): void {
  const { cookies, authenticate, origin } = options;

  app.get<Opened>('/sign-in', (request, reply) =>
    begin(request, reply, options, {
      to: ownPath(request.query.return, origin),
      choosesPerson: request.query.choose !== undefined,
    }),
  );

  app.get<Opened>('/sign-in/fresh', async (request, reply) => {
    const session = await authenticate(request);
    const to = ownPath(request.query.return, origin);
    return session === null
      ? begin(request, reply, options, { to })
      : begin(request, reply, options, { to, renews: session });
  });

  app.get<{ Params: { secret: string } }>('/sign-in/first/:secret', (request, reply) =>
    begin(request, reply, options, { to: '/', firstLink: request.params.secret, choosesPerson: true }),
  );

  app.get('/sign-in/callback', async (request, reply) => {
    const underWay = cookies.signIn(request.headers.cookie);
    // Used once: the same address opened again finds no sign-in to belong to.
    void reply.header('set-cookie', cookies.clearSignIn());
    if (underWay === null) return refuse(request, reply, 'sign-in-mismatch', '/');
    const isRenewal = underWay.renews !== null;
    const proven = await options.provider.finish(
      new URL(request.url, origin),
      underWay,
      isRenewal ? { maxAge: freshSignInSeconds } : {},
    );
    if (!proven.ok) return refuse(request, reply, proven.error, underWay.to);
    return isRenewal
      ? renew(request, reply, options, underWay, proven.value)
      : enter(request, reply, options, underWay, proven.value);
  });

  app.get('/sign-in/ended', (request, reply) =>
    sendSignInPage(request, reply, {
      ...{ message: 'ended', status: 200 },
      ways: [{ text: 'sign-in.again', to: '/sign-in?choose=1' }],
    }),
  );

  addAccessRequests(app, options);
}

interface Beginning {
  readonly to: string;
  readonly renews?: SignedIn;
  readonly firstLink?: string;
  readonly choosesPerson?: boolean;
}

async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, cookies }: SignInOptions,
  { to, renews, firstLink, choosesPerson = false }: Beginning,
): Promise<FastifyReply> {
  const begun = await provider.begin({ choosesPerson, ...(renews ? { maxAge: freshSignInSeconds } : {}) });
  if (!begun.ok) return refuse(request, reply, begun.error, to);
  const { url, secrets } = begun.value;
  const renewed = renews?.actor.sessionId ?? null;
  void reply.header('set-cookie', cookies.setSignIn({ ...secrets, to, renews: renewed, firstLink: firstLink ?? null }));
  return reply.header('cache-control', 'no-store').redirect(url, 302);
}

/** Begins a session of the person who came back. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, cookies, brandsOf, directoryGrantsOf }: SignInOptions,
  { to, firstLink }: SignInUnderWay,
  person: ProvenPerson,
): Promise<FastifyReply> {
  const { issuer, subject, email, name, acr, refreshToken } = person;
  const known = consoleLocales.find((locale) => locale.slice(0, 2) === person.locale?.slice(0, 2).toLowerCase());
  const started = await signInStaff(ctx, {
    identity: { issuer, subject, email, name, locale: known ?? localeOf(request) },
    directoryGrants: directoryGrantsOf(subject),
    ...(firstLink === null ? {} : { firstLink }),
    ipGroup: networkGroup(request.ip),
    agent: request.headers['user-agent'] ?? '',
    ...{ authenticatedAt: provenAt(ctx, person), acr, refreshToken },
  });
  if (!started.ok) return refuse(request, reply, started.error, to);
  const { token } = started.value;
  const session = await findStaffSession(ctx, token, brandsOf);
  const hasAccess = (session?.actor.grants.length ?? 0) > 0;
  return reply
    .header('set-cookie', cookies.setSession(token))
    .header('cache-control', 'no-store')
    .redirect(hasAccess ? to : '/sign-in/no-access', 302);
}

/** Marks the session as fresh, if the same person came back to it. */
async function renew(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, cookies, authenticate }: SignInOptions,
  { to, renews }: SignInUnderWay,
  person: ProvenPerson,
): Promise<FastifyReply> {
  const session = await authenticate(request);
  if (session === null || session.actor.sessionId !== renews) return refuse(request, reply, 'sign-in-mismatch', to);
  const { issuer, subject, acr, refreshToken } = person;
  const proof = { issuer, subject, acr, refreshToken, authenticatedAt: provenAt(ctx, person) };
  const renewed = await renewAuthentication(ctx, session.actor.sessionId, proof);
  if (renewed === null) return refuse(request, reply, 'sign-in-mismatch', to);
  return reply
    .header('set-cookie', cookies.setSession(renewed.token))
    .header('cache-control', 'no-store')
    .redirect(to, 302);
}

/** By the product's clock. Without the provider's word it counts as long ago, so that what is sensitive asks again. */
function provenAt({ clock }: Pick<DomainContext, 'clock'>, { ageSeconds }: ProvenPerson): Date {
  return ageSeconds === null ? new Date(0) : new Date(clock.now().getTime() - ageSeconds * 1000);
}

/** Who is signed in without any grant may ask for some, once; whoever manages access sees it. */
function addAccessRequests(app: FastifyInstance, { ctx, origin, authenticate }: SignInOptions): void {
  const show = (request: FastifyRequest, reply: FastifyReply, { actor }: SignedIn, isAsked: boolean): FastifyReply =>
    sendSignInPage(request, reply, {
      ...{ message: 'no-access', status: 403, values: { email: actor.email } },
      ways: [
        { text: 'sign-in.no-access.ask', to: '/sign-in/no-access', method: 'post' },
        { text: 'sign-in.no-access.other', to: '/sign-in?choose=1' },
      ],
      ...(isAsked ? { done: 'sign-in.no-access.asked' } : {}),
    });

  app.get('/sign-in/no-access', async (request, reply) => {
    const session = await authenticate(request);
    if (session === null) return reply.redirect('/sign-in', 302);
    if (session.actor.grants.length > 0) return reply.redirect('/', 302);
    return show(request, reply, session, session.isAccessRequested);
  });

  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    // The form has no fields; its body is not read.
    forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    forms.post('/sign-in/no-access', async (request, reply) => {
      const isOwn = request.headers.origin === origin && request.headers['sec-fetch-site'] === 'same-origin';
      const session = isOwn ? await authenticate(request) : null;
      if (session === null || session.actor.grants.length > 0) return reply.redirect('/', 303);
      await requestAccess(ctx, session.actor);
      return show(request, reply, session, true);
    });
  });
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: SignInProblem | SignInFailure,
  to: string,
): FastifyReply {
  const message: SignInMessage = problem;
  return sendSignInPage(request, reply, {
    ...{ message, status: statuses[problem] },
    ways: [{ text: 'sign-in.try-again', to: `/sign-in?choose=1&return=${encodeURIComponent(to)}` }],
  });
}

/** A page of the console; anything else, such as another site's address, is its first page. */
function ownPath(text: string | undefined, origin: string): string {
  if (text === undefined || !text.startsWith('/') || text.length > 2_000) return '/';
  const url = URL.canParse(text, origin) ? new URL(text, origin) : null;
  if (url === null || url.origin !== origin || /^\/(?:sign-in|data)(?:\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
