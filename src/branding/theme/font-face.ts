/** A font file of a brand, ready to be linked. */
export interface FontFace {
  readonly family: string;
  readonly weight: number;
  /** Address of the file, its hash in the name: `/fonts/figtree-400-….woff2`. */
  readonly href: string;
  readonly bytes: number;
  /** Names of the faces that stand in until the file is there, in order. */
  readonly standIns: readonly string[];
  /** `@font-face` rules of the face and its stand-ins. */
  readonly css: string;
}
