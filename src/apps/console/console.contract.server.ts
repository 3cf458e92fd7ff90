import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { Db, DomainContext } from '#src/domain/context.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import type { Permission, PermissionSubject, StaffActor } from '#src/domain/staff/index.ts';
import type { AppEnvironment } from '#src/kernel/env/app-environment.server.ts';
import type { LiveHub, LiveTopic } from './live/live-hub.server.ts';
import type { ConsoleLocale } from './words/console-locales.ts';

/** What the console's routes need from the process that composes the product. */
export interface ConsoleServices {
  readonly ctx: DomainContext;
  /**
   * For everything that only reads: a small pool of its own, so that the console cannot take the buyers' connections.
   * Its transactions are read-only, and a statement ends after 3 seconds. Commands use `ctx`.
   */
  readonly readDb: Db;
  readonly brands: BrandRegistry;
  readonly environment: AppEnvironment;
  /** The console's own origin, as browsers reach it. */
  readonly origin: string;
  /** Where the sandbox's pages are; null in production. */
  readonly sandboxOrigin: string | null;
  /** Tells open pages what to ask again. */
  readonly live: LiveHub;
  /** Finds the session of a request again, for answers that take long. */
  readonly authenticate: Authenticate;
  /** The `Set-Cookie` value that takes a session's cookie away. */
  readonly clearSession: () => string;
  readonly health: HealthSources;
  readonly previewEmail: PreviewEmail;
  /** Files that rails make for buyers, by rail. */
  readonly documents: Readonly<Record<string, readonly RailDocument[]>>;
}

/** Composes an order's e-mail as it would be sent now, from `db` alone; null when there is no such e-mail. */
export type PreviewEmail = (what: { readonly db: Db; readonly emailId: string }) => Promise<{
  readonly orderId: string;
  /** Null: it would not be sent now, because what it says is over. */
  readonly content: {
    readonly subject: string;
    /** A document that fetches nothing. */
    readonly html: string;
    /** Names of the files that go with it. */
    readonly attachments: readonly string[];
  } | null;
} | null>;

/** What a process knows of itself and of the work that it shares with others. */
export interface HealthSources {
  /** Circuit of each gateway in this process. */
  readonly circuits: () => readonly { readonly gateway: string; readonly state: 'closed' | 'half-open' | 'open' }[];
  readonly queues: () => Promise<
    readonly {
      readonly name: string;
      readonly deferredCount: number;
      readonly queuedCount: number;
      readonly activeCount: number;
    }[]
  >;
  /** The last run of each job in any process; `at` ISO 8601 in UTC. */
  readonly jobs: () => Promise<
    Readonly<Record<string, { readonly at: string; readonly durationMs: number; readonly isGood: boolean }>>
  >;
  /** Connections to the database of this process's own work. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waitedFor: number };
  readonly version: string;
  /** Every process of the product that runs, or was killed within the last day. */
  readonly processes: () => Promise<
    readonly {
      readonly id: string;
      readonly host: string;
      readonly role: string;
      readonly version: string;
      readonly build: string;
      readonly startedAt: Date;
      readonly silentSeconds: number;
    }[]
  >;
}

/** A session that holds, as the request's cookie names it. */
export interface SignedIn {
  readonly actor: StaffActor;
  readonly locale: ConsoleLocale;
  /** When the person last proved who they are, by the product's clock. */
  readonly authenticatedAt: Date;
  /** The authentication context that the identity provider named then; null: none. */
  readonly acr: string | null;
  /** Whether the directory was reached within the last 15 minutes; otherwise nothing sensitive is done. */
  readonly isDirectoryReached: boolean;
  /** Whether the person, having no grants, has asked for some. */
  readonly isAccessRequested: boolean;
}

/** Finds the session of a request; null where nobody is signed in. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedIn | null>;

/**
 * What a route is about, which decides whether the signed-in person may call it:
 *
 * - a function: the one thing of the request. Null, or a thing out of the person's scope, is answered with 404.
 * - `list`: whatever is in scope. The route takes `scopeOf(request.staff, permission)` into its statement.
 * - `everywhere`: what belongs to no brand. The permission is needed with the scope `*`.
 */
export type RouteSubject =
  | 'list'
  | 'everywhere'
  | ((request: FastifyRequest) => Promise<PermissionSubject | null> | PermissionSubject | null);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a route of the console: the permission that it needs, or `signed-in` for what everybody has of themselves. */
    readonly needs?: Permission | 'signed-in';
    /** On a route of the console with a permission: what it is about. */
    readonly about?: RouteSubject;
    /** On a route of the console that moves money or shows personal data in bulk: the sign-in is at most 5 minutes old. */
    readonly needsFreshSignIn?: boolean;
    /** On a route of the console: what open pages ask again after it has done something. */
    readonly changes?: LiveTopic;
  }
  interface FastifyRequest {
    /** On a route of the console: the person who calls it. Throws anywhere else. */
    readonly staff: StaffActor;
    /** On a route of the console: the whole session. Throws anywhere else. */
    readonly session: SignedIn;
  }
}

/** Fastify whose routes are described by zod. */
export type ConsoleApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * One file of routes, `routes/<resource>/<resource>.routes.server.ts`, which exports it as `routes`. Its addresses begin
 * with the resource: `/data/` is put before them. Each route has `config: { needs, about }`; one without stops the start.
 */
export type Routes = (app: ConsoleApp, services: ConsoleServices) => void;
