/**
 * EMV 3-D Secure 2: the consequences of an authentication's result. `transStatus` as in ARes and RReq (EMVCo,
 * protocol and core functions, 2.2.0); ECI by scheme as Cielo publishes it (3ds, table of ECI).
 */
export type TransStatus = 'Y' | 'A' | 'N' | 'R' | 'U' | 'I' | 'C';

/** The next step: authorize, challenge the buyer first, or neither. */
export type AfterAuthentication =
  | { readonly do: 'authorize'; readonly result: 'authenticated' | 'attempted' | 'unavailable' | 'data-only' }
  | { readonly do: 'challenge' }
  | { readonly do: 'stop'; readonly result: 'failed' | 'rejected' };

const afterStatus: Readonly<Record<TransStatus, AfterAuthentication>> = {
  Y: { do: 'authorize', result: 'authenticated' },
  A: { do: 'authorize', result: 'attempted' },
  // Not possible now: the sale may go on, the shop carries the risk.
  U: { do: 'authorize', result: 'unavailable' },
  I: { do: 'authorize', result: 'data-only' },
  C: { do: 'challenge' },
  N: { do: 'stop', result: 'failed' },
  R: { do: 'stop', result: 'rejected' },
};

function isTransStatus(text: string): text is TransStatus {
  return Object.hasOwn(afterStatus, text);
}

/** The next step after a status; null for a status that the protocol does not have. A card that needs authentication stops at less. */
export function afterAuthentication(transStatus: string, isNeeded = false): AfterAuthentication | null {
  if (!isTransStatus(transStatus)) return null;
  const after = afterStatus[transStatus];
  const isLess = after.do === 'authorize' && after.result !== 'authenticated' && after.result !== 'attempted';
  return isNeeded && isLess ? { do: 'stop', result: 'failed' } : after;
}

/** The party liable for fraud, by the authentication. */
export interface Liability {
  readonly authenticatedBy: 'issuer' | 'scheme' | null;
  /** The buyer's data were only shown to the scheme; that never moves the liability. */
  readonly dataOnly: boolean;
  readonly liability: 'issuer' | 'merchant';
}

const merchant: Liability = { authenticatedBy: null, dataOnly: false, liability: 'merchant' };
const byIssuer: Liability = { authenticatedBy: 'issuer', dataOnly: false, liability: 'issuer' };
const byScheme: Liability = { authenticatedBy: 'scheme', dataOnly: false, liability: 'issuer' };

/** Electronic commerce indicator of a scheme, e.g. Mastercard `02`, Visa `05`; any other is not authenticated. */
export function liabilityOf(brand: string, eci: string): Liability {
  if (brand === 'mastercard') {
    if (eci === '02') return byIssuer;
    if (eci === '01') return byScheme;
    return eci === '04' ? { ...merchant, dataOnly: true } : merchant;
  }
  if (eci === '05') return byIssuer;
  return eci === '06' ? byScheme : merchant;
}

/** A challenge request (CReq) that a page posts to the bank. */
export interface ChallengeRequest {
  readonly threeDSServerTransID: string;
  readonly acsTransID: string;
  readonly challengeWindowSize: string;
  readonly messageType: 'CReq';
  readonly messageVersion: string;
}

/** Reads the base64url JSON of a CReq; null when it is anything else. */
export function readChallengeRequest(creq: string): ChallengeRequest | null {
  if (!/^[\w-]{1,2048}$/.test(creq)) return null;
  try {
    const bytes = Uint8Array.from(atob(creq.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isChallengeRequest(message) ? message : null;
  } catch {
    return null;
  }
}

function isChallengeRequest(message: unknown): message is ChallengeRequest {
  if (typeof message !== 'object' || message === null) return false;
  const fields = new Map<string, unknown>(Object.entries(message));
  const named = ['threeDSServerTransID', 'acsTransID', 'challengeWindowSize', 'messageVersion'];
  return fields.get('messageType') === 'CReq' && named.every((name) => typeof fields.get(name) === 'string');
}
