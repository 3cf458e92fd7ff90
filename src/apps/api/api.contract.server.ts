import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { OperatorScope } from '#src/kernel/env/operator-scopes.ts';
import type { WebVitalsCollector } from './routes/web-vitals/web-vitals-collector.server.ts';
import type { ProductViewRecorder } from './routes/web-vitals/product-view-recorder.server.ts';

/** The browser that made a request, identified by its cookie. */
export interface ApiBrowser {
  /** SHA-256 of the cookie's secret. */
  readonly hash: string;
  /** `Set-Cookie` for a new browser; null for a known one. */
  readonly setCookie: string | null;
}

/** A member of the school's staff. The second operator of an approval needs another name. */
export interface ApiOperator {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly OperatorScope[];
}

/** What the routes need from the process that composes the product. */
export interface ApiServices {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  /** `secret`: the cookie value of a new browser; random when absent. */
  readonly browserOf: (request: FastifyRequest, secret?: string) => ApiBrowser;
  /** Origins whose pages may call with a cookie. */
  readonly origins: ReadonlySet<string>;
  /** Receives web vitals and errors of browsers. */
  readonly webVitals: WebVitalsCollector;
  /** Operators with their tokens. Without any, all staff routes answer 404. */
  readonly operators?: readonly ApiOperator[];
  /** Per cent of the list price. An offer below it needs a second operator. */
  readonly offerFloor?: number;
  /** Whether the API's documents are public: calls of buyers and partners, calls of the staff. */
  readonly docs?: { readonly isOpen: boolean; readonly isStaffOpen: boolean };
  /** Receives product views. */
  readonly seen: ProductViewRecorder;
  /** Text of a message key in the reader's language, for problem documents and messages to phones. */
  readonly say: (locale: string, key: string, values?: Readonly<Record<string, string>>) => string;
}

/** Fastify whose routes are described by zod. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** One file of routes. */
export type Routes = (app: ApiApp, services: ApiServices) => void;

/** Adds the cookie of a new browser to the response. */
export function setBrowserCookie(reply: FastifyReply, browser: ApiBrowser): void {
  if (browser.setCookie) void reply.header('set-cookie', browser.setCookie);
}
