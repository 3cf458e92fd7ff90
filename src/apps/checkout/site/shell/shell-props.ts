import type { CompiledMessages } from '#src/ui/words/translator.ts';
import type { SellerTag } from './shell-rules.ts';

/** Everything that the shell shows; none of it belongs to the buyer, so its HTML is kept per brand and page. */
export interface ShellProps {
  readonly words: CompiledMessages;
  readonly locale: string;
  readonly brandName: string;
  readonly logo: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    /** The one for white paper. */
    readonly print?: string;
  } | null;
  /** A drawing below the panel on wide screens, where room is left; says nothing that has to be read. */
  readonly scene: { readonly src: string; readonly width: number; readonly height: number } | null;
  /** What the product includes, in short lines: beside the page on wide screens where the brand has no scene. */
  readonly includes: readonly string[];
  readonly seller: { readonly name: string; readonly look: SellerTag } | null;
  /** Address of the step before, where the page has a back button. */
  readonly back: string | null;
  /** This page again: "try again" of the cookies notice. */
  readonly here: string;
  readonly links: {
    readonly terms: string | null;
    readonly politics: string | null;
    readonly faq: string | null;
    /** Peru's complaints book; null elsewhere. */
    readonly complaintsBook: string | null;
    /** Where the answer about being counted can be changed; null where nobody counts. */
    readonly consent: string | null;
  };
  /** Largest width of forms, in CSS pixels. */
  readonly formWidth: 465 | 485;
  /** The company that sells, as the law wants it named on every page; null where no brand is known. */
  readonly merchant: {
    readonly name: string;
    /** With its kind: `CNPJ 11.222.333/0001-81`. */
    readonly taxId: string;
    readonly address: string;
    readonly email: string;
    readonly phone: string | null;
  } | null;
  /** The app in whose own browser a page stands that takes money, and where the purchase leaves it; null elsewhere. */
  readonly inApp: { readonly name: string; readonly way: string | null } | null;
  /** A panel with the brand's atmosphere and the order's summary beside the page on wide screens. */
  readonly hasPanel: boolean;
  /** The browser says that it is a phone's: the panel is left out of the document, since no window is wide enough for it. */
  readonly isPhone: boolean;
}

/** Texts in the shell's HTML that are replaced by what belongs to the buyer. */
export const slots = { root: '%root%', narrow: '%narrow%', wide: '%wide%' } as const;
