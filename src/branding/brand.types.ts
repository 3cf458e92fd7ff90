import type { SuggestionRules } from './suggestion.types.ts';
import type { Product, Voucher } from '#src/domain/catalog/products/index.ts';
import type { Company, ContractTerms } from '#src/domain/documents/contracts/index.ts';
import type { DunningSchedule, Flow, TestLocation, ReminderSchedule } from '../domain/catalog/brand-data/index.ts';
import type { IssuerTerms } from '#src/domain/documents/fiscal-notes/index.ts';
import type { FranchiseUnit } from '#src/domain/catalog/units/index.ts';
import type { Seller } from '#src/domain/catalog/sellers/index.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';

export const themeModes = ['dark', 'light'] as const;
export type ThemeMode = (typeof themeModes)[number];

/** Addresses of a brand for the environment that runs. */
export interface BrandLinks {
  /** The school's own site, without a slash at its end; after success the buyer goes to `<domain>/login`. */
  readonly domain: string;
  /** First access after a purchase; a one-time `token` is appended to its query. */
  readonly firstAccess: string;
  readonly terms: string;
  readonly politics: string;
  readonly faq: string;
  /** The complaints book that Peru's law demands; `null` in other markets. */
  readonly complaintsBook: string | null;
}

/** Endpoint of webhooks, and the folder of `brands/` whose links name it: brands that share it are one receiver. */
export interface BrandWebhookEndpoint {
  /** `meusucesso`, or `meusucesso.mz` where the variant has an address of its own. */
  readonly owner: string;
  readonly url: string;
}

/** What the success page shows in one of its variants. */
export interface SuccessDisplay {
  readonly displayHeader: boolean;
  readonly displayIcon: boolean;
  readonly displayAccessButton: boolean;
}

/** What the multi-profile offer shows: a plan sold for several people at once. */
export interface MultiProfile {
  /** Path of the offer card's picture below `brands/`. */
  readonly cardThumbnail: string;
  /** The card shows the offer's extra price per month, not its whole price. */
  readonly shouldUseMonthlyDifference: boolean;
}

/** An answer to how the buyer heard of the school. */
export interface Referrer {
  readonly id: string;
  readonly name: string;
}

/** A brand of the same company whose product is offered after a purchase, cheaper by so many hundredths of a percent. */
export interface SisterBrand {
  /** Its id, e.g. `wise-up.online`. */
  readonly brand: string;
  readonly upsellBasisPoints: number;
}

/** The specification's price modes: `min` shows only the cheapest plan. */
export const priceModes = ['default', 'min'] as const;

/** Switches of a brand. */
export interface BrandFeatures {
  /** The payment step has an address panel after the way to pay. */
  readonly hasAddressForm: boolean;
  /** By variant of the success page; `default` is always there. */
  readonly success: { readonly default: SuccessDisplay } & Readonly<Record<string, SuccessDisplay>>;
  /** Payment events go to the brand's own backend; with the document, which makes it issue the fiscal note. */
  readonly sendBffPaymentRequest: { readonly enabled: boolean; readonly documentToNFGeneration: boolean };
  readonly lead: {
    readonly sendBffLeadRequest: {
      readonly enabled: boolean;
      readonly route: string | null;
      readonly planType: string | null;
    };
  };
  /** `null` when the brand has no multi-profile offer. */
  readonly multiProfile: MultiProfile | null;
}

/** Files of a brand's images, relative to `brands/`, e.g. `meusucesso/images/logo.dark.svg`. */
export interface BrandImages {
  /** By mode: drawn for that mode's page colour. */
  readonly logo: Readonly<Record<ThemeMode, string>>;
  /** Width in CSS pixels where the screen leaves room; the specification's default is 110. */
  readonly logoWidth: number;
  /** The light logo as a PNG of twice its shown size, for e-mails; `null` when the brand has none: they then say its name. */
  readonly mailLogo: string | null;
  /** The school's picture beside its pages on wide screens, by mode; `null` when it has none. */
  readonly scene: Readonly<Record<ThemeMode, string>> | null;
  readonly favicon: string;
}

/** The fallback without a brand: name, theme and drawings of the product itself. */
export interface NeutralBrand {
  readonly name: string;
  readonly theme: { readonly brand: string; readonly mode: ThemeMode };
  readonly images: BrandImages;
}

/** One brand as buyers meet it: a folder of `brands/`, or one of its variants laid over it. */
export interface Brand {
  /** `meusucesso`, or with its variant `meusucesso.mz`. */
  readonly id: string;
  readonly brand: string;
  readonly variant: string | null;
  /** The name that buyers read, also the logo's text alternative. */
  readonly name: string;
  /** The company that sells, for contracts and receipts. */
  readonly businessName: string;
  /** One of the specification's businesses. */
  readonly business: string;
  /** Name in the design system. */
  readonly dsProductId: string;
  /** Name of the brand's own backend, or `null`. */
  readonly bffId: string | null;
  /** Code of the product sold when a link names only the brand. */
  readonly productCode: string;
  readonly market: Country;
  readonly locale: Locale;
  /**
   * The stylesheet: `designSystemId` is `<brand>$<mode>`. A brand without looks of its own takes the default theme of
   * its design-system brand.
   */
  readonly theme: { readonly brand: string; readonly mode: ThemeMode };
  /** Words by which a link's `area` selects this brand. */
  readonly areas: readonly string[];
  /** Container of the tag manager, or `null`. */
  readonly gtm: string | null;
  /** Property of GA4 (`G-…`), or `null`. */
  readonly analytics: string | null;
  readonly links: BrandLinks;
  /** The school's learning platform and the brand's own backend; `null` without a receiver. */
  readonly webhookEndpoints: {
    readonly platform: BrandWebhookEndpoint | null;
    readonly backend: BrandWebhookEndpoint | null;
  };
  readonly features: BrandFeatures;
  readonly images: BrandImages;
  /** Largest width of forms in CSS pixels (specification, section 2). */
  readonly formWidth: 465 | 485;
  readonly priceMode: (typeof priceModes)[number];
  /** What is offered after the purchase, by the name that buyers know, or `null`. */
  readonly upsellProductName: string | null;
  readonly sister: SisterBrand | null;
  /** In the order in which they are offered; empty when the brand does not ask. */
  readonly referrers: readonly Referrer[];
  /** The school's units; empty without any. */
  readonly units: readonly FranchiseUnit[];
  /** The test locations; empty without any. */
  readonly testLocations: readonly TestLocation[];
  readonly products: readonly [Product, ...Product[]];
  readonly vouchers: readonly Voucher[];
  /** The order of its methods, and its suggestions after a decline. */
  readonly suggestions: SuggestionRules;
  /** Retries and reminders after a failed charge of a subscription, and notices before a charge. */
  readonly dunning: DunningSchedule;
  /** Data of contracts, the company that sells, and how its fiscal notes are issued. */
  readonly documents: { readonly terms: ContractTerms; readonly company: Company; readonly issuer: IssuerTerms };
  /** Reminders to leads who left before paying. */
  readonly reminders: ReminderSchedule;
  readonly sellers: readonly Seller[];
  /** `default` first, then by id. */
  readonly flows: readonly [Flow, ...Flow[]];
  /** Markdown by its path below `brands/`, as steps name it. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The id of a stylesheet, `<brand>$<mode>`; of the looks for a brand's offers, `<brand>.upsell$<mode>`. */
export function designSystemId(theme: Brand['theme'] & { readonly isUpsell?: boolean }): string {
  return `${theme.brand}${theme.isUpsell ? '.upsell' : ''}$${theme.mode}`;
}
