import type { JsonObject } from '#src/kernel/json/json.ts';

/** A Pix charge for the screens. */
export interface PixInstructions {
  readonly code: string;
  /** Picture for an `<img>`. */
  readonly qr: string;
  /** The code also requests Pix Automático. */
  readonly consent: boolean;
}

/** The form's field of the choice for Pix Automático. */
export const consentField = 'automatic';

/** Reads the output of `present`; null when it is something else. */
export function readPixInstructions(presented: JsonObject): PixInstructions | null {
  const { code, qr, consent } = presented;
  return typeof code === 'string' && typeof qr === 'string' ? { code, qr, consent: consent === true } : null;
}
