import type { FastifyRequest } from 'fastify';
import type { TagManagerOrigins, PageDocument } from './document.server.ts';
import type { RegisteredServerPage, BaseRequest, PublicPageRequest, PageHead, PageRequest } from './page.server.ts';
import type { FormState, PageManifest } from './page.ts';

/** A page: its manifest and its server half. */
export interface RegisteredPage {
  readonly manifest: PageManifest;
  readonly page: RegisteredServerPage;
}

/** What a page's document is made of, besides its data. */
export interface RenderInput {
  readonly manifest: PageManifest;
  readonly request: BaseRequest;
  readonly nonce: string;
  readonly data: unknown;
  readonly form: FormState | null;
  readonly head: PageHead | null;
  /** The page comes covered, as it is while a form is on its way: only the gallery asks for this. */
  readonly isBusy?: true;
}

/** The part of the site that the framework leaves to its user. */
export interface Site {
  /** Origins under which this site may be asked; their hosts are the only accepted ones (otherwise 421). */
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
  /** Style sheets of these parts that the page's own sheet does not hold. */
  readonly partSheets: (pageId: string, parts: readonly string[]) => readonly string[];
  readonly document: (shown: RenderInput) => PageDocument;
  /** Cookies that this browser must be given with the answer, as `Set-Cookie` values. */
  readonly cookies: (request: FastifyRequest) => readonly string[];
  /** Where a failed load leads: /generic-error with the cleaned query and a reference number. */
  readonly errorAddress: (request: FastifyRequest, reference: string) => string;
  /** Whether the request is for that page itself, which must never lead to itself again. */
  readonly isErrorPage: (request: FastifyRequest) => boolean;
  /** Whom a container on this page may reach; null where it holds none. */
  readonly tagManager: (shown: Pick<RenderInput, 'manifest' | 'request'>) => TagManagerOrigins | null;
  /** Answer to a form that came without any cookie of ours. */
  readonly cookiesDisabled: (shown: Omit<RenderInput, 'data' | 'form' | 'head'>) => PageDocument;
}

/** The site with the pages that it has, by id. */
export interface ServedSite extends Site {
  readonly manifests: ReadonlyMap<string, PageManifest>;
  /** Shown to whoever sent what cannot be read or is not taken here. */
  readonly refusal: RegisteredPage;
  /** Shown while the database is away, in place of what was asked for. */
  readonly away: RegisteredPage;
}

/** Where the framework says what went wrong: an event name and fields. */
export interface SiteLog {
  readonly warn: (
    event: string,
    fields: { readonly code: string; readonly reference: string; readonly route: string },
  ) => void;
  readonly error: (event: string, fields: { readonly reason: string; readonly route: string }) => void;
}
