import type { Locale } from '#src/kernel/locale/locale.ts';
import type { IssuerTerms } from '../fiscal-notes/index.ts';
import type { Company, ContractTerms } from './contract.types.ts';

/** The look of a brand's documents. Colours as `#rrggbb`. */
export interface DocumentBranding {
  readonly name: string;
  /** Of bars and headings; dark enough to be read on white. */
  readonly colour: string;
}

/** What documents need besides the sale itself: the brands' data and the copy. */
export interface DocumentsPort {
  /** The brand's terms in its own language; null for a brand that is gone. */
  terms(brand: string, variant: string | null): ContractTerms | null;
  company(brand: string, variant: string | null): Company | null;
  /** How fiscal notes of the brand are issued; null where none are issued by us. */
  issuer(brand: string, variant: string | null): IssuerTerms | null;
  branding(brand: string, variant: string | null): DocumentBranding;
  readonly say: (locale: Locale, key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** The name of a method in a language, with what its rail kept of the instrument (`Visa final 1111`). */
  methodName(locale: Locale, rail: string, kept: Readonly<Record<string, unknown>>): string;
}
