/** What brand data may say about single screens; texts are in the brand's own language. */

export const presentationVariants = ['default', 'trial', 'black-friday', 'partner-discount'] as const;

/** The words of a presentation, and what it must have: `trial` a plan with free time, the discounts a voucher. */
export type PresentationVariant = (typeof presentationVariants)[number];

export interface PresentationProps {
  readonly variant: PresentationVariant;
  /** What the buyer gets, a line each. */
  readonly benefits: readonly string[];
}

/** A film of the brand's. Paths are below `brands/`. */
export interface VideoProps {
  /** The same film in several formats, the best first. */
  readonly sources: readonly string[];
  readonly poster: string;
  /** WebVTT, in the brand's language. */
  readonly captions: string;
  /** What is said and shown, a paragraph each: for whoever cannot or does not want to watch. */
  readonly transcript: readonly string[];
}
