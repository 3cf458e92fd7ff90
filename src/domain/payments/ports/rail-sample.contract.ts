import type { JsonObject } from '#src/kernel/json/json.ts';

/** What an attempt of a rail carries in the gallery of screens: made up, never sent to anybody. */
export interface RailSample {
  /** As `RailDetails.kept`. */
  readonly kept: JsonObject;
  /** As a gateway leaves them with the attempt; null where there is nothing to show while the money is awaited. */
  readonly instructions: JsonObject | null;
  /** Whether a bank may ask its customer something. */
  readonly challengesBuyer: boolean;
  /** Whether the buyer goes on at a page of the provider's. */
  readonly leaves?: true;
  /** Why a try is refused; as a card that is at its limit where nothing is said. */
  readonly refusal?: string;
}
