/** A font file of a brand, ready to be linked. */
export interface FontFace {
  readonly family: string;
  readonly weight: number;
  /** Address of the file, its hash in the name: `/fonts/figtree-400-….woff2`. */
  readonly href: string;
  readonly bytes: number;
  /** Name of the face that stands in where the file came too late. */
  readonly standIn: string;
  /** `@font-face` rules of the face and its stand-in. */
  readonly css: string;
}
