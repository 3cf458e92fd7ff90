/**
 * What is not certain of Culqi's API v2: there was no contract to try it with. Names and numbers are from its PHP library
 * (culqi-php 2c7fbd7), its demo code and memory (a look at a token among them: that it is by the secret key); check each with a contract in hand. All of it stands here only.
 */

/** For so long a charge that was not captured keeps the buyer's money; that a wallet's can be held at all is not said. */
export const holdSeconds = 5 * 86_400;

/** For so long a card's holder may dispute a payment, with the time that banks take. */
export const recheckDays = 180;

/** Céntimos: the least that a CIP code may ask for. */
export const leastOrder = 600n;

/** Longest texts that are taken. */
export const descriptionLength = 80;
export const nameLength = 50;
export const addressLength = 100;

/** Where the bank's answer to a card under review is asked for, by the token; and the names of what it tells. */
export const authenticationPath = '/3ds/authentications';
export const authenticationStates = ['pending', 'authenticated', 'failed'] as const;

/** The page at which the buyer answers their bank, below the address of the API's host. */
export const reviewPage = '/3ds/review';

/** The word of an answer that asks for an authentication. */
export const reviewAction = 'REVIEW';

/** The outcome of a charge that took or holds money; every other outcome is a refusal. */
export const goodOutcome = 'venta_exitosa';

/** Codes of a refusal by which a token cannot be charged (any more). */
export const usedTokenCodes: ReadonlySet<string> = new Set(['token_used', 'used_token']);
export const badTokenCodes: ReadonlySet<string> = new Set(['token_expired', 'invalid_token', 'token_not_found']);

/** Code of an order whose number was taken before. */
export const takenNumberCodes: ReadonlySet<string> = new Set(['order_number_taken', 'duplicated_order_number']);

/** What stands for a customer's street and town where the shop never asked for them. */
export const unknownAddress = 'No indicada';

/** The header of a charge without its holder. That such a charge is never put under review is not said. */
export const recurrentHeaders = { 'x-charge-channel': 'recurrent' } as const;

/** Names of the headers that carry the time and the signature of a message. */
export const timestampHeader = 'x-culqi-timestamp';
export const signatureHeader = 'x-culqi-signature';

/** States of an order. */
export const orderStates = ['created', 'pending', 'paid', 'expired', 'deleted'] as const;

/** How a list is read: newest first, so many at a time, at most so many times. */
export const listLimit = 100;
export const mostPages = 10;
/**
 * While its dates say that it ends where it is old enough, it is read on: on the day on which thousands of terms of one
 * price are charged, a kept card whose list is not read to its end would never be charged. So 10,000 of one amount may be
 * charged within an hour; a list that takes longer to read is left, and its attempt is looked at again.
 */
export const maxPagesOfRush = 100;
export const readOnMs = 20_000;
