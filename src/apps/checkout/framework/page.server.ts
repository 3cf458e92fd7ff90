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

/** Who is asking, and how the same browser is known again. `hash` is the SHA-256 of its cookie's secret. */
export interface Browser {
  readonly hash: string;
  /** False until the browser has sent our cookie back. */
  readonly isKnown: boolean;
  /** Hash of the face sheet that it has, by its cookie `faces`; null when it names none. */
  readonly faces: string | null;
  readonly userAgent: string;
  /** Said by the client hint `Sec-CH-UA-Mobile`; false where a browser sends none. */
  readonly isPhone: boolean;
  readonly language: string;
  readonly ip: string;
}

/** What a link leads to: whose page this is, what is sold on it, and where in its flow the buyer stands. */
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
  /** The word that lowers the price: the link's, as long as it is looked up, or the flow's own. */
  readonly voucher: string | null;
}

/** A link that leads nowhere as it is: what of it is known all the same, and what has to be left out of it to buy. */
export interface BrokenLink {
  /** `product`: it names nothing that is sold. */
  readonly unknown: 'seller' | 'offer' | 'product';
  /** The names to leave out; what stays leads to `visit`. */
  readonly without: readonly string[];
  readonly visit: Visit | null;
}

/** What every request to a page has. */
export interface BaseRequest {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  /** The brand's feature flags, decided. */
  readonly flags: Flags;
  /** What the buyer answered this brand about being counted. */
  readonly consent: Consent;
  readonly method: string;
  /** Path as asked for, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query, reduced to the names that a link may carry and never with personal data. */
  readonly link: CheckoutLink;
  /** The query as it came, for a page's own names. Never written anywhere. */
  readonly rawQuery: URLSearchParams;
  readonly browser: Browser;
  /** One of our paths with the link's query; `changes` adds names or, with null, drops them. */
  readonly href: (path: string, changes?: Readonly<Record<string, string | null>>) => string;
  readonly view: CheckoutView;
  /** Address of a brand's image, film or captions by the path below `brands/`; null when the build has no such file. */
  readonly fileOf: (file: string) => string | null;
  /** The page's words on the server: what a text said when it was agreed to, and the like. */
  readonly words: Translator;
  /** The form that was sent to a page which this one is shown in place of, without card numbers. */
  readonly sent?: FormFields;
  /** Origin of the frame that takes secret fields. */
  readonly fieldsOrigin: string;
  /** The secret of the e-mail's link by which this browser came to a bill, a recovery or a subscription; null when by none. */
  readonly magicLinkToken: (subjectId: string) => string | null;
  /** The `Set-Cookie` value that keeps such a secret out of the address. */
  readonly setMagicLinkCookie: (subjectId: string, token: string) => string;
  /** The `Set-Cookie` values that make this browser forget all such secrets. */
  readonly clearMagicLinks: readonly string[];
  /** The `Set-Cookie` value that ends a staging visit. */
  readonly clearStagingCookie: string;
}

/** A request to a page that needs nothing; `inFlow` when its link leads into a flow all the same. */
export interface PublicPageRequest extends BaseRequest {
  /** Where the stand-in for the outside world is; null where there is none. */
  readonly sandboxOrigin: string | null;
  readonly isHttps: boolean;
  /** The secret of the e-mail's link by which this browser came, if it came by one. */
  readonly emailLinkToken: string | null;
  /** The secrets of all e-mailed links by which it came to bills, purchases and the like. */
  readonly magicLinks: readonly string[];
  readonly inFlow: PageRequest | null;
  /** What is known of a link that leads into no flow; null when it leads into one. */
  readonly brokenLink: BrokenLink | null;
}

/** A request to a page of a flow: brand, product, flow and seller are known. */
export interface PageRequest extends BaseRequest {
  readonly visit: Visit;
  /** Steps that may be shown at the address of an e-mail's link (`showsInline`), by template. */
  readonly inlineSteps: Readonly<Record<string, ServerPage<PageData, PageRequest>>>;
  /** The session of this browser and link; makes it when there is none. Asked once per request. */
  readonly session: () => Promise<CheckoutSession>;
  /** The same, but null when there is none: for pages that only look. */
  readonly findSession: () => Promise<CheckoutSession | null>;
  /** `visit.voucher`, decided: guesses are counted. Asked once per request. */
  readonly activeVoucher: () => Promise<string | null>;
  /** Address of the first step of the flow, for pages that come too early. */
  readonly firstStep: string;
}

/** `problem` sends the buyer to /generic-error; `code` goes to the log, never to the buyer. */
export type Problem = { readonly kind: 'problem'; readonly code: string };
/** `to` is a path of ours (`request.href`): the policy of forms forbids leaving for another origin after a POST. */
export type Redirect = {
  readonly kind: 'redirect';
  readonly to: string;
  readonly cookies?: readonly string[];
  /** 303 also after a GET: the address that was asked for is to be forgotten. */ readonly isFinal?: boolean;
  readonly deniedBy?: DeniedBy;
};
/** `view`: id of another page whose view, words and script show the data in place of the page's own. */
export type PageResult<Data> = {
  readonly kind: 'data';
  readonly data: Data;
  readonly status?: number;
  readonly head?: PageHead;
  readonly view?: string;
  /** The resource whose access was denied, for the log: the answer itself says that there is nothing. */
  readonly deniedBy?: DeniedBy;
};
export type LoadResult<Data> = PageResult<Data> | Redirect | Problem;

/** What a page adds to its document besides its data. */
export interface PageHead {
  /** What is bought and what it costs; the shell shows it beside or above the page. */
  readonly summary?: SummaryView | null;
  /** Who sells what the page is about, where that is another than its own brand: its company and terms stand in the footer. */
  readonly seller?: Brand;
  /**
   * The parts that the data makes the page show (`partsOf`): their scripts and sheets come with the document, and the
   * page comes to life when they are there. A rail without such a view is left out.
   */
  readonly parts?: readonly string[];
  /** The browser goes to this address by itself after some seconds, also without JavaScript. */
  readonly refresh?: { readonly seconds: number; readonly to: string; readonly onlyWithoutScript?: boolean };
  /** Response headers over those of the page, e.g. `Clear-Site-Data`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A form is answered by going on; only what may stand in no address is shown as the answer itself. */
export type SubmitResult<Data = never> =
  | LoadResult<Data>
  /** `work`: parts that do something before the answer is shown, each time anew. */
  | ({ readonly kind: 'refused'; readonly status?: number; readonly rerunParts?: readonly string[] } & FormState);

/** Fields of a posted form: each name at most once, values as typed. */
export type FormFields = Readonly<Record<string, string>>;

export interface ServerPage<Data, R extends BaseRequest> {
  /** What the page shows. Called for GET, and again to show a refused form. */
  readonly load: (request: R) => Promise<LoadResult<Data>> | LoadResult<Data>;
  /** Answers a posted form: go on (303) or show it again (422) with messages beside the fields. */
  readonly submit?: (form: FormFields, request: R) => Promise<SubmitResult<Data>> | SubmitResult<Data>;
}

/** `Data` itself when it survives JSON; otherwise never, so that the page does not compile. */
type Serializable<Data> = Data extends JsonSafe<Data> ? Data : never;

/** Data of a page as the registry lists it: what it is, only the page's own view knows. */
export type PageData = object | null;

/** A server half as the registry lists it. */
export type RegisteredServerPage =
  | ({ readonly needs: 'flow' } & ServerPage<PageData, PageRequest>)
  | ({ readonly needs: 'nothing' } & ServerPage<PageData, PublicPageRequest>);

/** The server half of a page of a flow. `Data` must survive JSON: it is what the component gets in both places. */
export function definePage<Data>(
  page: ServerPage<Serializable<Data>, PageRequest>,
): { readonly needs: 'flow' } & ServerPage<Data, PageRequest> {
  return { needs: 'flow', ...page };
}

/** The server half of a page that needs no product, brand or session (`needs: 'nothing'`). */
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
