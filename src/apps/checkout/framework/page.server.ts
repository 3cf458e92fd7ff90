import type { Brand, BrandRegistry, Flags } from '#src/branding/index.server.ts';
import type { CheckoutLink, CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Consent } from '#src/kernel/http/cookies/consent-cookie.server.ts';
import type { DeniedBy } from '#src/kernel/http/server/denied-requests.server.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import type { Translator } from '#src/ui/words/translator.ts';
import type { CheckoutView } from './page.ts';
import type { FormState, JsonSafe } from './page.ts';
import type { FlowStep, Flow } from '#src/domain/catalog/brand-data/index.ts';
import type { Product, Plan } from '#src/domain/catalog/products/index.ts';
import type { Seller } from '#src/domain/catalog/sellers/index.ts';
import type { LinkQuery } from '#src/domain/checkout/flows/index.ts';

/** The browser of a request. `hash` is the SHA-256 of its cookie's secret. */
export interface Browser {
  readonly hash: string;
  /** False until the browser has returned our cookie. */
  readonly isKnown: boolean;
  /** Hash of the cached font sheet, by the cookie `faces`; null without one. */
  readonly faces: string | null;
  readonly userAgent: string;
  /** The client hint `Sec-CH-UA-Mobile`; false where a browser sends none. */
  readonly isPhone: boolean;
  readonly language: string;
  readonly ip: string;
}

/** The target of a link: brand, product, and the buyer's step in the flow. */
export interface Visit {
  readonly brand: Brand;
  readonly product: Product;
  /** Only when the link names one. */
  readonly plan: Plan | null;
  readonly flow: Flow;
  /** Null on a page that is not a step of this flow. */
  readonly step: FlowStep | null;
  readonly seller: Seller;
  readonly query: LinkQuery;
  /** The voucher: the link's until it is checked, or the flow's own. */
  readonly voucher: string | null;
}

/** A link without a valid target: its known parts, and the parameters to remove. */
export interface BrokenLink {
  /** `product`: the link names no product on sale. */
  readonly unknown: 'seller' | 'offer' | 'product';
  /** The parameters to remove; the others lead to `visit`. */
  readonly without: readonly string[];
  readonly visit: Visit | null;
}

/** The data of every request to a page. */
export interface BaseRequest {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  /** The brand's feature flags, evaluated. */
  readonly flags: Flags;
  /** The buyer's consent to measurement for this brand. */
  readonly consent: Consent;
  readonly method: string;
  /** The requested path, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query, reduced to the known link parameters, without personal data. */
  readonly link: CheckoutLink;
  /** The raw query, for a page's own parameters. Never logged or stored. */
  readonly rawQuery: URLSearchParams;
  readonly browser: Browser;
  /** One of our paths with the link's query; `changes` adds parameters or, with null, removes them. */
  readonly href: (path: string, changes?: Readonly<Record<string, string | null>>) => string;
  readonly view: CheckoutView;
  /** Address of a brand's image, video or captions by the path below `brands/`; null when the build has no such file. */
  readonly fileOf: (file: string) => string | null;
  /** The page's copy on the server, e.g. the text of a consent. */
  readonly words: Translator;
  /** The form of the page that this page replaces, without card numbers. */
  readonly sent?: FormFields;
  /** Origin of the card-fields frame. */
  readonly fieldsOrigin: string;
  /** The magic-link secret of this browser for an invoice, a recovery or a subscription; null without one. */
  readonly magicLinkToken: (subjectId: string) => string | null;
  /** The `Set-Cookie` value that keeps a magic-link secret. */
  readonly setMagicLinkCookie: (subjectId: string, token: string) => string;
  /** The `Set-Cookie` values that clear all magic-link secrets. */
  readonly clearMagicLinks: readonly string[];
  /** The `Set-Cookie` value that ends a staging visit. */
  readonly clearStagingCookie: string;
}

/** A request to a page without dependencies; `inFlow` when its link leads into a flow all the same. */
export interface PublicPageRequest extends BaseRequest {
  /** Origin of the sandbox; null where there is none. */
  readonly sandboxOrigin: string | null;
  readonly isHttps: boolean;
  /** The magic-link secret of this browser's account page, if any. */
  readonly emailLinkToken: string | null;
  /** The magic-link secrets of this browser for invoices, purchases and the like. */
  readonly magicLinks: readonly string[];
  readonly inFlow: PageRequest | null;
  /** The known parts of a link that leads into no flow; null when it leads into one. */
  readonly brokenLink: BrokenLink | null;
}

/** A request to a page of a flow: brand, product, flow and seller are loaded. */
export interface PageRequest extends BaseRequest {
  readonly visit: Visit;
  /** Steps that can be shown at a magic link's address (`showsInline`), by template. */
  readonly inlineSteps: Readonly<Record<string, ServerPage<PageData, PageRequest>>>;
  /** The session of this browser and link; created when there is none. Read once per request. */
  readonly session: () => Promise<CheckoutSession>;
  /** The same, but null when there is none: for pages that only read. */
  readonly findSession: () => Promise<CheckoutSession | null>;
  /** `visit.voucher`, checked; guesses are counted. Read once per request. */
  readonly activeVoucher: () => Promise<string | null>;
  /** Address of the flow's first step, for pages opened too early. */
  readonly firstStep: string;
}

/** `problem` redirects to /generic-error; `code` is logged, never shown. */
export type Problem = { readonly kind: 'problem'; readonly code: string };
/** `to` is our own path (`request.href`): the form policy forbids a redirect to another origin after a POST. */
export type Redirect = {
  readonly kind: 'redirect';
  readonly to: string;
  readonly cookies?: readonly string[];
  /** 303 also after a GET: the address that was asked for is to be forgotten. */ readonly isFinal?: boolean;
  readonly deniedBy?: DeniedBy;
};
/** `view`: id of another page whose view, copy and script show the data. */
export type PageResult<Data> = {
  readonly kind: 'data';
  readonly data: Data;
  readonly status?: number;
  readonly head?: PageHead;
  readonly view?: string;
  /** The resource whose access was denied, for the log: the answer says `not found`. */
  readonly deniedBy?: DeniedBy;
};
export type LoadResult<Data> = PageResult<Data> | Redirect | Problem;

/** Additions of a page to its document besides its data. */
export interface PageHead {
  /** The order's items and price, for the shell's summary. */
  readonly summary?: SummaryView | null;
  /** The seller, where it is another than the page's brand: its company and terms appear in the footer. */
  readonly seller?: Brand;
  /**
   * The shown parts (`partsOf`): the document includes their scripts and sheets, and hydration waits for them. A rail
   * without such a view is left out.
   */
  readonly parts?: readonly string[];
  /** The browser opens this address after some seconds, also without JavaScript. */
  readonly refresh?: { readonly seconds: number; readonly to: string; readonly onlyWithoutScript?: boolean };
  /** Additional response headers, e.g. `Clear-Site-Data`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A form is answered by a redirect; only a secret is shown in the answer itself. */
export type SubmitResult<Data = never> =
  | LoadResult<Data>
  /** `work`: parts that run before the answer is shown, each time. */
  | ({ readonly kind: 'refused'; readonly status?: number; readonly rerunParts?: readonly string[] } & FormState);

/** Fields of a posted form: each name at most once, values as typed. */
export type FormFields = Readonly<Record<string, string>>;

export interface ServerPage<Data, R extends BaseRequest> {
  /** The page's data. Called for GET, and again to show a refused form. */
  readonly load: (request: R) => Promise<LoadResult<Data>> | LoadResult<Data>;
  /** Handles a posted form: redirect (303), or the page again (422) with messages beside the fields. */
  readonly submit?: (form: FormFields, request: R) => Promise<SubmitResult<Data>> | SubmitResult<Data>;
}

/** `Data` itself when it survives JSON; otherwise never, so that the page does not compile. */
type Serializable<Data> = Data extends JsonSafe<Data> ? Data : never;

/** Data of a page in the registry; only the page's own view knows its type. */
export type PageData = object | null;

/** A server half in the registry. */
export type RegisteredServerPage =
  | ({ readonly needs: 'flow' } & ServerPage<PageData, PageRequest>)
  | ({ readonly needs: 'nothing' } & ServerPage<PageData, PublicPageRequest>);

/** The server half of a page of a flow. `Data` must survive JSON: the component gets the same in server and browser. */
export function definePage<Data>(
  page: ServerPage<Serializable<Data>, PageRequest>,
): { readonly needs: 'flow' } & ServerPage<Data, PageRequest> {
  return { needs: 'flow', ...page };
}

/** The server half of a page without product, brand or session (`needs: 'nothing'`). */
export function definePublicPage<Data>(
  page: ServerPage<Serializable<Data>, PublicPageRequest>,
): { readonly needs: 'nothing' } & ServerPage<Data, PublicPageRequest> {
  return { needs: 'nothing', ...page };
}

export const redirect = (to: string): Redirect => ({ kind: 'redirect', to });
export const problem = (code: string): Problem => ({ kind: 'problem', code });
export const show = <Data>(data: Data, options: Omit<PageResult<Data>, 'kind' | 'data'> = {}): PageResult<Data> => ({
  kind: 'data',
  data,
  ...options,
});
export const refuse = (values: FormFields, errors: Readonly<Record<string, string>>): SubmitResult => ({
  kind: 'refused',
  values,
  errors,
});
