/**
 * Facts that the official SDK (`@pagarme/pagarme-nodejs-sdk` 7.0.2) leaves open: it types every status and code as
 * text. The values below are from memory and public integrations; check each with a contract. They are in this file
 * only. Also unverified: that a card token's month and year may be text, as our card page sends them; that a token is
 * good for 60 seconds; that reading a token gives the card's first six digits and does not use it up; that another
 * request under a used idempotency key is answered by 409; that 412 means a charge's state forbids the change; that a
 * slip's `qr_code` is the text of a Pix code; that a card of an order is kept with the customer of that e-mail, and
 * good by its id for orders of the same.
 */

/** Time until a reservation is released: its acquirer is said to allow five without an agreement. */
export const holdSeconds = 5 * 86_400;

/** Days in which a holder may dispute a payment, with the banks' own time; schemes' rules are not public. */
export const recheckDays = 180;

/** Longest text on a card's statement; a longer one is refused. */
export const descriptorLength = 13;

/** Longest `document_number` of a slip. */
export const documentNumberLength = 16;

/** Statuses of a charge. `chargedback` may still have been paid before. */
export const chargeStatuses = [
  'pending',
  'processing',
  'paid',
  'overpaid',
  'underpaid',
  'failed',
  'canceled',
  'chargedback',
] as const;

/** Statuses of a card's transaction that hold money back for us without taking it. */
export const reservedStatuses: ReadonlySet<string> = new Set(['authorized_pending_capture', 'waiting_capture']);

/** Statuses of a transaction that took money, and that returned it. Voided: before capture, no money. */
export const takenStatuses: ReadonlySet<string> = new Set([
  'captured',
  'partial_capture',
  'paid',
  'overpaid',
  'underpaid',
]);
export const returnedStatuses: ReadonlySet<string> = new Set(['refunded', 'partial_refunded']);

/** Statuses of a slip's transaction while its bank has not registered it yet. */
export const unregisteredStatuses: ReadonlySet<string> = new Set(['processing', 'pending']);

/** `type` of its webhooks about a charge; all others are ignored. */
export const chargeEvents = /^charge\./;
