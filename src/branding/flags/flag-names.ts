/**
 * The feature flags that exist. A flag is a switch for something that is finished and that somebody may have to turn off
 * (or on) while the product runs; what a brand is, stays in `features.json`. Absent from a brand's `flags.json`, a flag is
 * what it says here.
 */
export const flagDefaults = {
  /** Offers after a purchase are shown; an accepted one can still be paid. */
  'upsell-offer': true,
  /** The tag manager's container is loaded for buyers who agreed to it, and the question is put to them. */
  'tag-manager': true,
  /** Pages report their vitals and errors to the server. */
  'browser-measures': true,
} as const satisfies Readonly<Record<string, boolean>>;

export type FlagName = keyof typeof flagDefaults;
export const flagNames = Object.keys(flagDefaults) as readonly FlagName[];

/** All flags of one brand, decided: what pages get of them. */
export type Flags = Readonly<Record<FlagName, boolean>>;
