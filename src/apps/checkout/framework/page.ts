import type { CompiledMessages } from '#src/ui/words/translator.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';

/**
 * The contract of a page, for the browser and the server alike.
 *
 * A page is a folder, `pages/<id>/` or `steps/<id>/`:
 * - `page.ts` (or `step.ts`): exports `manifest: PageManifest`, data only;
 * - `<id>-page.tsx`: exports `<Id>Page`, a React component of `ViewProps<Data>`;
 * - `<id>.server.ts`: exports `page`, made by `definePage` (see `page.server.ts`);
 * - `<id>.copy.json`: words by locale, keys beginning with one of `words`.
 *
 * Adding the folder adds the page: the lists are generated from what exists.
 */
export interface PageManifest {
  /** Folder and file name, e.g. `lead`; for a step also the template by which a brand's flow names it. */
  readonly id: string;
  /** Address, in Fastify's pattern language: `/lead`, `/payment/:id`. The first is the canonical one. */
  readonly paths: readonly [string, ...string[]];
  /** What the keys of the page's messages begin with: `lead.` gives `lead.title`, `lead.name.label`, …; `form.` is always there for pages with behaviour. */
  readonly words: readonly string[];
  /** Whether the page has a browser half. Without one it ships no script at all. */
  readonly hasBehaviour: boolean;
  /** `any` answers every method as it answers GET; otherwise HEAD goes with GET and the rest is a 405. */
  readonly methods: readonly ('GET' | 'POST')[] | 'any';
  /**
   * `form`: may wait in the back/forward cache, asks before reuse. `secret`: shows documents or tokens, kept nowhere.
   * `public`: the same for everybody, may be kept for a minute.
   */
  readonly cache: 'form' | 'secret' | 'public';
  /** `flow`: product, brand, flow and seller are loaded first. `nothing`: works without any of them. */
  readonly needs: 'flow' | 'nothing';
  /** Which frames the page may show; the origins of foreign ones come from the configuration. */
  readonly frames?: 'fields' | 'challenge' | 'ourselves';
  /** Money is paid or awaited here: whoever stands in an app's own browser is told how to leave it. */
  readonly takesMoney?: true;
  /** Its purchase can be taken along to another browser (`/elsewhere`): its own, or the one that its `:id` names. */
  readonly resumableOnOtherDevice?: true;
  /** A step of a flow that is also shown at the address of an e-mail's link, whose buyer may use another browser. */
  readonly showsInline?: true;
  /** Intents of its forms that take no money although the form carries an idempotency key. */
  readonly safeIntents?: readonly string[];
  /** The page plays films of ours. */
  readonly showsVideo?: boolean;
  /** Who may show this page in a frame; nobody unless it says so. */
  readonly framedBy?: 'ourselves';
  /** Who may post to it. `anyone` only for addresses to which another origin's form must come back. */
  readonly postsFrom?: 'ourselves' | 'anyone';
  /** `email-link`: a flow that begins with it is entered by an e-mail's link, which names what it opens; never from `/`. */
  readonly entry?: 'email-link';
  /** `no-referrer` where the address itself is a secret. */
  readonly referrer?: 'strict-origin-when-cross-origin' | 'no-referrer';
}

/** The environments of the product: `test` also covers a developer's machine. */
export type Environment = 'test' | 'homolog' | 'production';

/**
 * The shared checkout context: what every page of one buyer's way knows. The server fills it from link, brand, flow and
 * seller; it is part of the page's data, so that server and browser render the same. Name, phone and e-mail are not
 * here: in the browser they come from the stored `dataForm` (see `ui/storage`). Lead and order stay in the server's
 * session row, and whether the page is busy in `ui/feedback`.
 */
export interface CheckoutView {
  readonly environment: Environment;
  readonly locale: Locale;
  readonly market: Country;
  /** Brand folder and the variant inside it, for the addresses of its files. */
  readonly brand: string;
  readonly variant: string | null;
  /** The name that buyers read. */
  readonly brandName: string;
  readonly theme: {
    /** Design-system brand and mode, as in `designSystemId` (`brand$mode`). */
    readonly brand: string;
    readonly mode: 'dark' | 'light';
    readonly isMozambique: boolean;
    readonly isUpsell: boolean;
  };
  /** Absent on pages that load no product. */
  readonly product: { readonly code: string; readonly title: string; readonly business: string } | null;
  readonly seller: {
    readonly id: string;
    readonly name: string | null;
    readonly source: string;
    readonly isLiveEnabled: boolean;
    readonly account: string | null;
  };
  readonly flow: {
    readonly id: string;
    /** Id and place of the current step, counted from 1; null on a page outside the flow. */
    readonly step: {
      readonly id: string;
      readonly number: number;
      readonly of: number;
      /** Where several screens share the number: which of them this is. */
      readonly part?: { readonly number: number; readonly of: number };
    } | null;
    /** Addresses with the link's query kept; null where there is none. */
    readonly next: string | null;
    readonly back: string | null;
  } | null;
  /** Ids of the flows that the product is sold in, by its code; empty where no product is loaded. */
  readonly flows: Readonly<Record<string, readonly string[]>>;
  /** The link's word for the field of study, or null. */
  readonly area: string | null;
  readonly hasAddressForm: boolean;
  /** The link's cleaned query, beginning with `?` or empty. */
  readonly query: string;
}

/** What came back with a refused form: the values as typed and, by field name, message keys. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

/** What a page's component is given. `form` is null until a form was refused. */
export interface ViewProps<Data> {
  readonly data: Data;
  readonly form: FormState | null;
}

/** Everything that a page's render depends on; travels to the browser as one JSON element. */
export interface Rendering<Data = unknown> extends ViewProps<Data> {
  readonly checkout: CheckoutView;
  /** Compiled messages by key: only those that the page needs. */
  readonly words: CompiledMessages;
}

/**
 * `T` if it survives JSON unchanged, with `never` wherever it does not (bigint, Date, function, undefined values).
 * Page data is written into the document and read back in the browser, so money is formatted on the server.
 */
export type JsonSafe<T> = T extends string | number | boolean | null
  ? T
  : T extends bigint | symbol | undefined | Date | ((...args: never[]) => unknown)
    ? never
    : T extends readonly (infer E)[]
      ? readonly JsonSafe<E>[]
      : { readonly [K in keyof T]: JsonSafe<Exclude<T[K], undefined>> };
