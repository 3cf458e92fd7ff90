/**
 * What we know of the open API only from other people's clients and documents (the operator's own portal could not be
 * read): each fact stands here and nowhere else, to be changed in one place.
 */

/** Doors of the API: host of the sandbox and of the real one, port, method and path. */
export const endpoints = {
  c2b: { method: 'POST', port: 18_352, path: '/ipg/v1x/c2bPayment/singleStage/' },
  b2c: { method: 'POST', port: 18_345, path: '/ipg/v1x/b2cPayment/' },
  query: { method: 'GET', port: 18_353, path: '/ipg/v1x/queryTransactionStatus/' },
  reversal: { method: 'PUT', port: 18_354, path: '/ipg/v1x/reversal/' },
} as const;
export const hosts = { sandbox: 'api.sandbox.vm.co.mz', live: 'api.vm.co.mz' } as const;

/** The call that asks for the PIN is answered when the buyer has acted: up to about 90 s. */
export const longestCallMs = 95_000;

/** What a query says of a payment, in lower case, as our states; `null`: it knows no such payment (yet). */
export const paymentStatuses = {
  completed: 'captured',
  success: 'captured',
  reversed: 'captured',
  pending: 'awaiting-buyer',
  cancelled: 'declined',
  failed: 'declined',
  expired: 'expired',
  'n/a': null,
} as const;

/** Members in which a query may name the transaction that a reversal has to name. */
export const transactionMembers = ['output_TransactionID', 'output_OriginalTransactionID'] as const;

/** What the operator answers a callback with, as its documents show it. */
export const callbackAccepted = { code: '0', text: 'Successfully Accepted Result' } as const;
