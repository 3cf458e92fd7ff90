/**
 * Unverified facts of Culqi's API v2: there was no contract to test with. Names and numbers are from its PHP library
 * (culqi-php 2c7fbd7), its demo code and memory (also that a token is read with the secret key); check each with a
 * contract. They are in this file only.
 */

/** Time until an uncaptured charge is released; whether a wallet's money can be reserved is not documented. */
export const holdSeconds = 5 * 86_400;

/** Days in which a holder may dispute a payment, with the banks' own time. */
export const recheckDays = 180;

/** Céntimos: the least amount of a CIP code. */
export const leastOrder = 600n;

/** Longest texts that Culqi takes. */
export const descriptionLength = 80;
export const nameLength = 50;
export const addressLength = 100;

/** Address for the bank's answer to a card under review, by the token; and its members. */
export const authenticationPath = '/3ds/authentications';
export const authenticationStates = ['pending', 'authenticated', 'failed'] as const;

/** The page at which the buyer authenticates, below the address of the API's host. */
export const reviewPage = '/3ds/review';

/** The code of an answer that requires an authentication. */
export const reviewAction = 'REVIEW';

/** The outcome of a charge that took or reserved money; every other outcome is a decline. */
export const goodOutcome = 'venta_exitosa';

/** Codes of a refusal because a token cannot be charged (any more). */
export const usedTokenCodes: ReadonlySet<string> = new Set(['token_used', 'used_token']);
export const badTokenCodes: ReadonlySet<string> = new Set(['token_expired', 'invalid_token', 'token_not_found']);

/** Code of an order whose number was used before. */
export const takenNumberCodes: ReadonlySet<string> = new Set(['order_number_taken', 'duplicated_order_number']);

/** Placeholders for a customer's street and town, which the shop does not collect. */
export const unknownAddress = 'No indicada';

/** Header of a merchant-initiated charge. Whether such a charge can be put under review is not documented. */
export const recurrentHeaders = { 'x-charge-channel': 'recurrent' } as const;

/** Headers with a webhook's time and signature. */
export const timestampHeader = 'x-culqi-timestamp';
export const signatureHeader = 'x-culqi-signature';

/** States of an order. */
export const orderStates = ['created', 'pending', 'paid', 'expired', 'deleted'] as const;

/** Paging of lists: newest first, entries per page, most pages. */
export const listLimit = 100;
export const mostPages = 10;
/**
 * Reading goes on while dates say that the entry may still come: on a day with thousands of renewals of one price, a
 * kept card whose list is not read to its end would never be charged. So 10,000 charges of one amount are possible
 * within an hour; a list that takes longer is given up, and its attempt is polled again.
 */
export const maxPagesOfRush = 100;
export const readOnMs = 20_000;
