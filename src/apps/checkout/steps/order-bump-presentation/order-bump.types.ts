/** Something that may be added, as finished texts. */
export interface OfferedBump {
  readonly code: string;
  readonly title: string;
  readonly description: string | null;
  readonly price: string;
  /** What it costs otherwise; null when it costs no more. */
  readonly standard: string | null;
  /** The buyer took it on an earlier visit of this page. */
  readonly isTaken: boolean;
}

export interface OrderBumpData {
  readonly product: string;
  /** Empty when there is nothing to add to this plan (any more). */
  readonly bumps: readonly OfferedBump[];
  /** What all comes to, for each way to tick the boxes; none where there are too many of them. */
  readonly totals: readonly BumpTotal[];
  readonly next: string;
}

/** What the purchase costs with some of the boxes ticked. */
export interface BumpTotal {
  /** By box, whether it is ticked. */
  readonly ticked: readonly boolean[];
  readonly total: string;
}

/** Name of the box that takes a bump. */
export function bumpField(code: string): string {
  return `bump.${code}`;
}
