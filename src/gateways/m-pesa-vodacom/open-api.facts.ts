/**
 * Facts of the open API that are known only from other clients and documents (the operator's own portal could not be
 * read). They are in this file only.
 */

/** Endpoints of the API: host of the sandbox and of production, port, method and path. */
export const endpoints = {
  c2b: { method: 'POST', port: 18_352, path: '/ipg/v1x/c2bPayment/singleStage/' },
  b2c: { method: 'POST', port: 18_345, path: '/ipg/v1x/b2cPayment/' },
  query: { method: 'GET', port: 18_353, path: '/ipg/v1x/queryTransactionStatus/' },
  reversal: { method: 'PUT', port: 18_354, path: '/ipg/v1x/reversal/' },
} as const;
export const hosts = { sandbox: 'api.sandbox.vm.co.mz', live: 'api.vm.co.mz' } as const;

/** The call that requests the PIN is answered when the buyer has acted: up to about 90 s. */
export const longestCallMs = 95_000;

/** States of a query, in lower case, as ours; `null`: no such payment (yet). */
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

/** The operator's own answer to a callback, as its documents show it. */
export const callbackAccepted = { code: '0', text: 'Successfully Accepted Result' } as const;
