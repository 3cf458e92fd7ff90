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
  /**
   * Prefixes of the page's message keys: `lead.` gives `lead.title`, `lead.name.label`, …; `form.` is always included for
   * pages with behaviour.
   */
  readonly words: readonly string[];
  /** Whether the page has a browser half. Without one it ships no script at all. */
  readonly hasBehaviour: boolean;
  /** `any` answers every method as GET; otherwise HEAD follows GET and other methods get a 405. */
  readonly methods: readonly ('GET' | 'POST')[] | 'any';
  /**
   * `form`: allowed in the back/forward cache, revalidated before reuse. `secret`: shows documents or tokens, never cached.
   * `public`: the same for every visitor, cached for a minute.
   */
  readonly cache: 'form' | 'secret' | 'public';
  /** `flow`: product, brand, flow and seller are loaded first. `nothing`: none of them is needed. */
  readonly needs: 'flow' | 'nothing';
  /** The frames of the page; the configuration has the origins of foreign ones. */
  readonly frames?: 'fields' | 'challenge' | 'ourselves';
  /** Money is paid or awaited here: the page explains how to leave an in-app browser. */
  readonly takesMoney?: true;
  /** Its purchase can continue in another browser (`/elsewhere`): the browser's own, or the one named by `:id`. */
  readonly resumableOnOtherDevice?: true;
  /** A step of a flow that is also shown at a magic link's address, for a buyer with another browser. */
  readonly showsInline?: true;
  /** Intents of its forms that take no money although the form carries an idempotency key. */
  readonly safeIntents?: readonly string[];
  /** The page plays our videos. */
  readonly showsVideo?: boolean;
  /** Origins that may frame this page; none by default. */
  readonly framedBy?: 'ourselves';
  /** Origins that may post to it. `anyone` only for the return of another origin's form. */
  readonly postsFrom?: 'ourselves' | 'anyone';
  /** `email-link`: a flow that begins with it opens by an e-mail link, which names its object; never from `/`. */
  readonly entry?: 'email-link';
  /** `no-referrer` where the address itself is a secret. */
  readonly referrer?: 'strict-origin-when-cross-origin' | 'no-referrer';
}

/** The environments of the product: `test` also covers a developer's machine. */
export type Environment = 'test' | 'homolog' | 'production';

/**
 * The shared checkout context of every page of one session. The server fills it from link, brand, flow and seller; it is
 * part of the page's data, so that server and browser render the same. Name, phone and e-mail are not here: the browser
 * reads them from the stored `dataForm` (see `ui/storage`). Lead and order stay in the server's session row, the busy state
 * in `ui/feedback`.
 */
export interface CheckoutView {
  readonly environment: Environment;
  readonly locale: Locale;
  readonly market: Country;
  /** Brand folder and variant, for the addresses of its files. */
  readonly brand: string;
  readonly variant: string | null;
  /** The public name. */
  readonly brandName: string;
  readonly theme: {
    /** Design-system brand and mode, as in `designSystemId` (`brand$mode`). */
    readonly brand: string;
    readonly mode: 'dark' | 'light';
    readonly isMozambique: boolean;
    readonly isUpsell: boolean;
  };
  /** Absent on pages without a product. */
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
    /** Id and number of the current step, counted from 1; null on a page outside the flow. */
    readonly step: {
      readonly id: string;
      readonly number: number;
      readonly of: number;
      /** The index of this screen, where several screens share the number. */
      readonly part?: { readonly number: number; readonly of: number };
    } | null;
    /** Addresses with the link's query kept; null where there is none. */
    readonly next: string | null;
    readonly back: string | null;
  } | null;
  /** Flow ids in which the product is sold, by its code; empty without a product. */
  readonly flows: Readonly<Record<string, readonly string[]>>;
  /** The link's field of study, or null. */
  readonly area: string | null;
  readonly hasAddressForm: boolean;
  /** The link's cleaned query, beginning with `?` or empty. */
  readonly query: string;
}

/** A refused form: the values as typed and, by field name, message keys. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

/** The props of a page's component. `form` is null until a form was refused. */
export interface ViewProps<Data> {
  readonly data: Data;
  readonly form: FormState | null;
}

/** All inputs of a page's render; sent to the browser as one JSON element. */
export interface Rendering<Data = unknown> extends ViewProps<Data> {
  readonly checkout: CheckoutView;
  /** Compiled messages by key: only the page's own. */
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
