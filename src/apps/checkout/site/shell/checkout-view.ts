import type { Country, Locale } from '#src/kernel/locale/locale.ts';

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
