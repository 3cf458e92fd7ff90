import type { JsonObject } from '#src/kernel/json/json.ts';

/** What the screens show of a Pix charge. */
export interface PixInstructions {
  readonly code: string;
  /** Picture for an `<img>`. */
  readonly qr: string;
}

/** Reads what `present` made; null when it is something else. */
export function readPixInstructions(presented: JsonObject): PixInstructions | null {
  const { code, qr } = presented;
  return typeof code === 'string' && typeof qr === 'string' ? { code, qr } : null;
}
