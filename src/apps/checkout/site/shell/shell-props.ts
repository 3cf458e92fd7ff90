import type { CompiledMessages } from '#src/ui/words/translator.ts';
import type { SellerTag } from './shell-rules.ts';

/** The props of the shell; none of them depends on the buyer, so its HTML is cached per brand and page. */
export interface ShellProps {
  readonly words: CompiledMessages;
  readonly locale: string;
  readonly brandName: string;
  readonly logo: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    /** The logo for print. */
    readonly print?: string;
  } | null;
  /** A decorative drawing below the panel on wide screens, where there is room. */
  readonly scene: { readonly src: string; readonly width: number; readonly height: number } | null;
  /** The product's benefits, in short lines: beside the page on wide screens where the brand has no scene. */
  readonly includes: readonly string[];
  readonly seller: { readonly name: string; readonly look: SellerTag } | null;
  /** Address of the previous step, where the page has a back button. */
  readonly back: string | null;
  /** This page's address, for "try again" of the cookies notice. */
  readonly here: string;
  readonly links: {
    readonly terms: string | null;
    readonly politics: string | null;
    readonly faq: string | null;
    /** Peru's complaints book; null elsewhere. */
    readonly complaintsBook: string | null;
    /** Page of the measurement consent; null where nothing is measured. */
    readonly consent: string | null;
  };
  /** Largest width of forms, in CSS pixels. */
  readonly formWidth: 465 | 485;
  /** The selling company, which the law requires on every page; null where no brand is known. */
  readonly merchant: {
    readonly name: string;
    /** With its kind: `CNPJ 11.222.333/0001-81`. */
    readonly taxId: string;
    readonly address: string;
    readonly email: string;
    readonly phone: string | null;
  } | null;
  /** The in-app browser of a payment page, and the page that leaves it; null elsewhere. */
  readonly inApp: { readonly name: string; readonly way: string | null } | null;
  /** A panel with the brand's scene and the order summary beside the page on wide screens. */
  readonly hasPanel: boolean;
  /** The browser is a phone's by its client hint: the panel is left out of the document, because no window is wide enough. */
  readonly isPhone: boolean;
}

/** Placeholders in the shell's HTML for the buyer's data. */
export const slots = { root: '%root%', narrow: '%narrow%', wide: '%wide%' } as const;
