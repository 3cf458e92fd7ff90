interface ProblemKind {
  readonly status: number;
  /** For programmers; buyers see the words of their language, found by the code. */
  readonly title: string;
}

/** Every problem that the product answers with. A code is for ever: add, never reuse. */
export const problemTable = {
  // The request itself
  'request-malformed': { status: 400, title: 'The request could not be read' },
  'request-too-large': { status: 413, title: 'The request is too large' },
  'media-type-not-supported': { status: 415, title: 'This content type is not accepted here' },
  'fields-invalid': { status: 422, title: 'Some fields are missing or wrong' },
  'card-number-refused': { status: 400, title: 'Card data does not belong in this request' },
  'origin-refused': { status: 403, title: 'The request comes from a page that may not make it' },
  'host-unknown': { status: 421, title: 'This host is not served here' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'act-not-allowed': { status: 403, title: 'This operator may not do that' },
  'signed-out': { status: 401, title: 'Nobody of the staff is signed in' },
  'permission-missing': { status: 403, title: 'The signed-in person does not have the permission for that' },
  'sign-in-too-old': { status: 403, title: 'This needs a sign-in of the last minutes with a second factor' },
  'directory-away': {
    status: 503,
    title: 'The school’s directory cannot be reached; nothing sensitive is done meanwhile',
  },
  'method-not-allowed': { status: 405, title: 'This address does not answer that method' },

  // Idempotency
  'idempotency-key-missing': { status: 400, title: 'An Idempotency-Key header is needed' },
  'idempotency-key-malformed': { status: 400, title: 'The Idempotency-Key has from 1 to 255 visible ASCII characters' },
  'idempotency-key-running': { status: 409, title: 'The first request with this key is still running' },
  'key-reused': { status: 422, title: 'This Idempotency-Key was used for another request' },

  // What is sold
  'brand-not-found': { status: 404, title: 'There is no such brand' },
  'product-not-found': { status: 404, title: 'There is no such product' },
  'offer-not-found': { status: 404, title: 'There is no such offer' },
  'seller-not-found': { status: 404, title: 'There is no such seller' },
  'plan-not-found': { status: 404, title: 'There is no such plan' },
  'voucher-invalid': { status: 422, title: 'The voucher is not valid for this purchase' },
  'order-bump-not-offered': { status: 422, title: 'This addition is not offered with this plan' },
  'profiles-not-offered': { status: 422, title: 'This plan is not sold for so many people' },
  'price-frozen': { status: 409, title: 'Money has come in for this price; it can no longer change' },
  'upsell-not-offered': { status: 404, title: 'Nothing is offered after this order' },
  'upsell-under-way': { status: 409, title: 'Money for the offer has come or may be moving' },
  'place-full': { status: 409, title: 'No seat is left at the chosen place' },
  'tickets-sold-out': { status: 409, title: 'No ticket of this lot is left' },
  'voucher-used-up': { status: 409, title: 'The voucher has been used up' },
  'trial-not-accepted': { status: 422, title: 'Free time comes first, and its first charge was not agreed to' },
  'trial-used': { status: 409, title: 'The free time was had before; the price is to be paid at once' },
  'means-refused': { status: 402, title: 'The bank refuses this means of payment; nothing was charged' },

  // The purchase
  'session-missing': { status: 401, title: 'The purchase has not been begun in this browser' },
  'link-expired': { status: 410, title: 'The link is no longer valid' },
  'access-denied': { status: 403, title: 'This is not yours to see' },
  'lead-missing': { status: 409, title: 'The buyer’s data is needed first' },
  'lead-differs': {
    status: 409,
    title: 'The call names another person than the purchase that this browser has begun; nothing was charged',
  },
  'step-missing': { status: 409, title: 'The purchase asks something before its payment that was not answered yet' },
  'lead-not-found': { status: 404, title: 'There is no such lead' },
  'order-not-found': { status: 404, title: 'There is no such order' },
  'attempt-not-found': { status: 404, title: 'There is no such payment attempt' },
  'quote-not-found': { status: 404, title: 'There is no such quote' },
  'contract-not-found': { status: 404, title: 'There is no such contract for this price' },
  'quote-changed': { status: 409, title: 'The price is no longer the one that was shown' },
  'method-not-offered': { status: 422, title: 'This way to pay is not offered here' },
  'installments-not-offered': { status: 422, title: 'This number of installments is not offered here' },
  'tenders-do-not-sum': { status: 422, title: 'The parts do not sum to the price' },
  'tender-mix-not-offered': { status: 422, title: 'These ways to pay cannot be combined' },
  'tender-too-small': { status: 422, title: 'A part of the price is below the least that a part may be' },
  'amount-below-limit': { status: 422, title: 'The amount is less than this way to pay takes' },
  'amount-above-limit': {
    status: 422,
    title: 'The amount is more than this way to pay takes at once; a part of it may fit',
  },
  'document-not-taken': { status: 422, title: 'This way to pay does not take the buyer’s kind of document' },
  'hold-too-short': {
    status: 422,
    title: 'These ways to pay cannot be combined: one waits longer than another is kept',
  },
  'renewal-changed': { status: 409, title: 'The subscription or its price is not the one that was shown' },
  'renewal-under-way': { status: 409, title: 'Money for the term may be on its way already' },
  'renewal-not-owed': { status: 409, title: 'No term of the subscription is to be paid now' },
  'refund-too-large': { status: 409, title: 'The order has less money left than that' },
  'second-operator-needed': {
    status: 409,
    title: 'This needs a second person’s yes, and no second operator is configured',
  },
  'own-refund': { status: 409, title: 'Whoever asked for a refund does not agree to it themselves' },
  'asker-not-allowed': { status: 409, title: 'Whoever asked for it may not ask for it any more' },
  'approver-not-allowed': { status: 409, title: 'The second person may not decide this' },
  'token-not-tied': {
    status: 409,
    title: 'People of the console decide this; a token does only when it is tied to one of them',
  },
  'refund-changed': {
    status: 409,
    title: 'Another sum would go back now than the one that was agreed to; look at it again',
  },
  'refund-over': { status: 409, title: 'The refund was decided before, or its time to be agreed to is over' },
  'own-offer': { status: 409, title: 'Whoever wrote an offer down does not agree to it themselves' },
  'offer-changed': { status: 409, title: 'The offer has another price than the one that was agreed to' },
  'endpoint-ended': { status: 409, title: 'The endpoint has ended and must be opened first' },
  'refund-disputed': { status: 409, title: 'A dispute holds this money: it is paid once the dispute has been won' },
  'payout-paused': { status: 409, title: 'The account was given or changed less than a day ago' },
  'task-ended': { status: 409, title: 'The task has ended' },
  'operator-unknown': { status: 422, title: 'There is no operator of that name' },
  'not-by-hand': { status: 409, title: 'This part of a refund is not to be paid out by a person' },
  'reference-used': { status: 409, title: 'That payment has paid out another part' },
  'token-used': { status: 409, title: 'The card token was used before; a new one is needed' },
  'order-not-paid': { status: 409, title: 'The order has not been paid yet' },
  'order-paid': { status: 409, title: 'The order has been paid' },
  'attempt-open': { status: 409, title: 'Another payment of this order is still open' },
  'prompt-open': { status: 409, title: 'This phone is being asked for another payment; wait until that one has ended' },
  'payment-declined': { status: 402, title: 'The payment was refused; another way on the same order may work' },
  'incoming-webhook-refused': { status: 401, title: 'The notification is not signed by its gateway, or too old' },

  // Limits and failures
  'too-many-tries': { status: 429, title: 'Too many tries; wait a little' },
  'rate-limited': { status: 429, title: 'Too many requests; wait a little' },
  'code-not-sent': { status: 429, title: 'No code can be sent to this phone now; wait a little' },
  'code-refused': { status: 422, title: 'The code is not the right one, or its time is over' },
  'method-paused': { status: 503, title: 'This way to pay is not taken for a while; another one is' },
  'captcha-refused': { status: 422, title: 'The proof of work is wrong, too old, or was used before' },
  'captcha-needed': { status: 403, title: 'A proof of work is needed' },
  'gateway-unreachable': { status: 503, title: 'The payment service cannot be reached; nothing was charged' },
  'not-ready': { status: 503, title: 'The product is starting or stopping' },
  'storage-unreachable': { status: 503, title: 'Nothing can be written for the moment; make the same call again' },
  unexpected: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof problemTable;
