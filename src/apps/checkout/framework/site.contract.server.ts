import type { FastifyRequest } from 'fastify';
import type { TagManagerOrigins, PageDocument } from './document.server.ts';
import type { RegisteredServerPage, BaseRequest, PublicPageRequest, PageHead, PageRequest } from './page.server.ts';
import type { FormState, PageManifest } from './page.ts';

/** A page: its manifest and its server half. */
export interface RegisteredPage {
  readonly manifest: PageManifest;
  readonly page: RegisteredServerPage;
}

/** The inputs of a page's document, besides its data. */
export interface RenderInput {
  readonly manifest: PageManifest;
  readonly request: BaseRequest;
  readonly nonce: string;
  readonly data: unknown;
  readonly form: FormState | null;
  readonly head: PageHead | null;
  /** The page is covered by the busy overlay of a pending form: only the gallery requests this. */
  readonly isBusy?: true;
}

/** The site-specific part that the framework requires. */
export interface Site {
  /** Accepted origins of this site; another host gets a 421. */
  readonly origins: ReadonlySet<string>;
  readonly isHttps: boolean;
  /** Origins of foreign frames by purpose, see `PageManifest.frames`. */
  readonly frames: Readonly<Record<'fields' | 'challenge', readonly string[]>>;
  /** Reads cookie and link; for pages of a flow also product, brand, seller and session. */
  readonly open: (
    manifest: PageManifest,
    request: FastifyRequest,
  ) => Promise<PublicPageRequest | PageRequest | { readonly kind: 'problem'; readonly code: string }>;
  readonly log: SiteLog;
  /** Addresses of the scripts of these parts. */
  readonly partScripts: (parts: readonly string[]) => readonly string[];
  /** Style sheets of these parts that the page's own sheet does not include. */
  readonly partSheets: (pageId: string, parts: readonly string[]) => readonly string[];
  readonly document: (shown: RenderInput) => PageDocument;
  /** Cookies to set with the answer, as `Set-Cookie` values. */
  readonly cookies: (request: FastifyRequest) => readonly string[];
  /** The address after a failed load: /generic-error with the cleaned query and a reference number. */
  readonly errorAddress: (request: FastifyRequest, reference: string) => string;
  /** Whether the request is for the error page itself, which must never redirect to itself. */
  readonly isErrorPage: (request: FastifyRequest) => boolean;
  /** Origins of this page's container; null without one. */
  readonly tagManager: (shown: Pick<RenderInput, 'manifest' | 'request'>) => TagManagerOrigins | null;
  /** Answer to a form without any cookie of ours. */
  readonly cookiesDisabled: (shown: Omit<RenderInput, 'data' | 'form' | 'head'>) => PageDocument;
}

/** The site and its pages, by id. */
export interface ServedSite extends Site {
  readonly manifests: ReadonlyMap<string, PageManifest>;
  /** Shown for a request that cannot be read or is refused. */
  readonly refusal: RegisteredPage;
  /** Shown in place of any page while the database is unavailable. */
  readonly away: RegisteredPage;
}

/** The framework's log: an event name and fields. */
export interface SiteLog {
  readonly warn: (
    event: string,
    fields: { readonly code: string; readonly reference: string; readonly route: string },
  ) => void;
  readonly error: (event: string, fields: { readonly reason: string; readonly route: string }) => void;
}
