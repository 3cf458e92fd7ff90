import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  isAllowed,
  isAllowedEverywhere,
  permissions,
  scopeOf,
  type Permission,
  type PermissionSubject,
  type StaffActor,
} from '#src/domain/staff/index.ts';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Authenticate, ConsoleApp, RouteSubject, SignedIn } from '../console.contract.server.ts';

/** How old the sign-in for a sensitive act may be, in seconds. */
export const freshSignInSeconds = 300;

export interface PermissionHookOptions {
  readonly authenticate: Authenticate;
  /** Authentication contexts that count as strong; empty: any. */
  readonly acrValues: readonly string[];
  readonly clock: Clock;
}

const signedIn = new WeakMap<FastifyRequest, SignedIn>();

/**
 * Admits signed-in people to the routes that they may call. Nobody signed in: 401. The thing is not there, or out of the
 * person's scope: 404, the same answer. In scope without the permission: 403 with the permission's name in `permission`.
 * Add it before the routes; a route that does not declare what it needs throws when it is added.
 */
export function addPermissionHook(app: ConsoleApp, options: PermissionHookOptions): void {
  app.addHook('onRoute', checkDeclaration);
  app.decorateRequest('staff', {
    getter(this: FastifyRequest) {
      return sessionOf(this).actor;
    },
  });
  app.decorateRequest('session', {
    getter(this: FastifyRequest) {
      return sessionOf(this);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return undefined;
    const found = await options.authenticate(request);
    if (found === null) return sendProblem(reply, 'signed-out');
    signedIn.set(request, found);
    return undefined;
  });
  // After validation: what a route is about may be named by its parameters or its body.
  app.addHook('preHandler', (request, reply) => admit(request, reply, options));
}

function sessionOf(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request);
  if (found === undefined) throw new Error('Nobody is signed in on this route');
  return found;
}

function checkDeclaration({ url, method, config }: RouteOptions): void {
  if (config?.needs === undefined) throw new Error(`${String(method)} ${url} does not declare what it needs`);
  if (config.needs !== 'signed-in' && config.about === undefined)
    throw new Error(`${String(method)} ${url} does not declare what it is about`);
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { acrValues, clock }: PermissionHookOptions,
): Promise<FastifyReply | undefined> {
  if (request.is404) return undefined;
  const { needs = 'signed-in', about = 'everywhere', needsFreshSignIn = false } = request.routeOptions.config;
  const session = sessionOf(request);
  if (needs !== 'signed-in') {
    const answer = await decide(session.actor, needs, about, request);
    if (answer !== 'admitted') {
      markDenied(request.raw, 'operator');
      return answer === 'not-found'
        ? sendProblem(reply, 'not-found')
        : sendProblem(reply, 'permission-missing', { members: { permission: needs } });
    }
  }
  if (!needsFreshSignIn) return undefined;
  if (!session.isDirectoryReached) return sendProblem(reply, 'directory-away');
  const age = clock.now().getTime() - session.authenticatedAt.getTime();
  const isStrong = acrValues.length === 0 || (session.acr !== null && acrValues.includes(session.acr));
  if (age <= freshSignInSeconds * 1000 && isStrong) return undefined;
  return sendProblem(reply, 'sign-in-too-old');
}

type Answer = 'admitted' | 'not-found' | 'permission-missing';

async function decide(
  actor: StaffActor,
  permission: Permission,
  about: RouteSubject,
  request: FastifyRequest,
): Promise<Answer> {
  if (about === 'list') return scopeOf(actor, permission).kind === 'none' ? 'permission-missing' : 'admitted';
  if (about === 'everywhere') return isAllowedEverywhere(actor, permission) ? 'admitted' : 'permission-missing';
  const subject = await about(request);
  if (subject === null || !isInScope(actor, subject)) return 'not-found';
  return isAllowed(actor, permission, subject) ? 'admitted' : 'permission-missing';
}

/** Whether any grant of the person includes the subject, whatever it allows there. */
function isInScope(actor: StaffActor, subject: PermissionSubject): boolean {
  return permissions.some((permission) => isAllowed(actor, permission, subject));
}
