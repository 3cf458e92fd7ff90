import type { JsonObject } from '#src/kernel/json/json.ts';

/** What the screens show of a Pix charge. */
export interface PixInstructions {
  readonly code: string;
  /** Picture for an `<img>`. */
  readonly qr: string;
  /** The code asks for Pix Automático too. */
  readonly consent: boolean;
}

/** The form's field of the choice for Pix Automático. */
export const consentField = 'automatic';

/** Reads what `present` made; null when it is something else. */
export function readPixInstructions(presented: JsonObject): PixInstructions | null {
  const { code, qr, consent } = presented;
  return typeof code === 'string' && typeof qr === 'string' ? { code, qr, consent: consent === true } : null;
}
