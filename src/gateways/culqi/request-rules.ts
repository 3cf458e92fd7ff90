/** Rules for requests, by the checks of Culqi's own library (culqi-php, `Utils/Validation`). Amounts are céntimos. */

/** A token of a card, a token of Yape, or a kept card. */
export function isSourceId(text: string): boolean {
  return /^(?:tkn|ype|crd)_\w+$/.test(text);
}

/** A whole number of céntimos. */
export function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0;
}

/** Reasons of a refund; Culqi takes no others. */
export const refundReasons = ['duplicado', 'fraudulento', 'solicitud_comprador'] as const;
export type RefundReason = (typeof refundReasons)[number];

export function isRefundReason(text: string): text is RefundReason {
  return refundReasons.some((reason) => reason === text);
}

/** Expiry of an order, in seconds since 1970: it has to be in the future. */
export function isOrderExpiry(seconds: number, now: Date): boolean {
  return Number.isSafeInteger(seconds) && seconds * 1000 > now.getTime();
}

/** A payment with Yape as its app allows it: mobile phone of Peru, code of six digits. */
export interface YapeTokenParams {
  readonly phone: string;
  readonly code: string;
  readonly amount: number;
}

/** The body of `POST /tokens/yape`, which answers with a token `ype_…`; null when a value is not valid. */
export function yapeTokenRequest({ phone, code, amount }: YapeTokenParams): Readonly<Record<string, string>> | null {
  if (!/^9\d{8}$/.test(phone) || !/^\d{6}$/.test(code) || !isAmount(amount)) return null;
  return { number_phone: phone, otp: code, amount: String(amount) };
}

/** Prefix of the ids that an endpoint creates: tokens, and kept cards. */
export const tokenPrefixes = { card: 'tkn_', yape: 'ype_', kept: 'crd_' } as const;
