import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { OperatorScope } from '#src/kernel/env/operator-scopes.ts';
import type { WebVitalsCollector } from './routes/web-vitals/web-vitals-collector.server.ts';
import type { ProductViewRecorder } from './routes/web-vitals/product-view-recorder.server.ts';

/** Who is asking: the same browser is known again by its cookie. */
export interface ApiBrowser {
  /** SHA-256 of the cookie's secret. */
  readonly hash: string;
  /** `Set-Cookie` for a browser that we see for the first time. */
  readonly setCookie: string | null;
}

/** Somebody of the school's staff. Two names are two pairs of eyes. */
export interface ApiOperator {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly OperatorScope[];
}

/** What the routes need from the process that composes the product. */
export interface ApiServices {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  /** `secret`: of the cookie that a new browser gets, instead of a random one. */
  readonly browserOf: (request: FastifyRequest, secret?: string) => ApiBrowser;
  /** Origins whose pages may call with a cookie. */
  readonly origins: ReadonlySet<string>;
  /** Takes what browsers measured. */
  readonly webVitals: WebVitalsCollector;
  /** Who of the school's staff may move money; none, nobody may. */
  readonly operators?: readonly ApiOperator[];
  /** Per cent of the list price below which an offer needs a second operator. */
  readonly offerFloor?: number;
  /** Who may read what is written about the API: the calls of buyers and partners, and the staff's. */
  readonly docs?: { readonly isOpen: boolean; readonly isStaffOpen: boolean };
  /** Takes what was looked at. */
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

/** Gives a new browser its cookie with this answer. */
export function setBrowserCookie(reply: FastifyReply, browser: ApiBrowser): void {
  if (browser.setCookie) void reply.header('set-cookie', browser.setCookie);
}
