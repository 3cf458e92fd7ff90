import type { JsonObject } from '#src/kernel/json/json.ts';

/**
 * Data of the buyer's browser for 3-D Secure (EMV 3-D Secure 2.2, AReq). The card fields write it; it passes the page
 * and our server as one base64url string, and contains no digit of the number.
 */
export interface CardAuthentication {
  /**
   * threeDSCompInd: `Y` the bank's page completed in the browser, `N` it did not answer within ten seconds, `U` the
   * card's range has no such page.
   */
  readonly completion: 'Y' | 'N' | 'U';
  /** threeDSServerTransID of the bank's page; absent with `U`. */
  readonly transactionId?: string;
  /** CSS pixels. */
  readonly screenWidth: number;
  readonly screenHeight: number;
  /** Bits per pixel. */
  readonly colorDepth: number;
  /** Minutes from local time to UTC, as in `Date.getTimezoneOffset`. */
  readonly timeZoneOffset: number;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function whole(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** Reads the value of the card fields; null for anything else. */
export function readCardAuthentication(text: string): CardAuthentication | null {
  if (!/^[\w-]{1,600}$/.test(text)) return null;
  let read: unknown;
  try {
    read = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const fields = new Map<string, unknown>(Object.entries(read));
  const completion = fields.get('completion');
  const transactionId = fields.get('transactionId');
  const screenWidth = whole(fields.get('screenWidth'), 0, 999_999);
  const screenHeight = whole(fields.get('screenHeight'), 0, 999_999);
  const colorDepth = whole(fields.get('colorDepth'), 1, 48);
  const timeZoneOffset = whole(fields.get('timeZoneOffset'), -1_440, 1_440);
  if (completion !== 'Y' && completion !== 'N' && completion !== 'U') return null;
  if (screenWidth === null || screenHeight === null || colorDepth === null || timeZoneOffset === null) return null;
  const browser = { screenWidth, screenHeight, colorDepth, timeZoneOffset };
  if (completion === 'U') return { completion, ...browser };
  return typeof transactionId === 'string' && uuid.test(transactionId)
    ? { completion, transactionId, ...browser }
    : null;
}

/** The value in a charge's details; empty where there is none. */
export function authenticationDetails(text: string | undefined): JsonObject {
  const read = readCardAuthentication(text ?? '');
  return read ? { authentication: { ...read } } : {};
}
