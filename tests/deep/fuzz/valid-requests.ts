/** A request that gets through, with the words of the cast in it: from here a case goes wrong in one place. */
export interface ValidRequest {
  readonly path: string;
  readonly body: unknown;
  /** Whose it is; by default buyer A's. */
  readonly as?: 'stranger' | 'operator';
}

const person = { name: 'Maria da Silva', email: 'maria.«fresh»@exemplo.com.br', phone: '(11) 96123-4567' } as const;
const bought = { productCode: 'wise-up-online', operation: 'BR' } as const;
const begun = { productCode: 'meusucesso', business: 'meusucesso' } as const;
const ownPayment = {
  ...{ sfLeadId: '«A.openLead»', ...begun, document: '«A.document»', amount: '«A.openTotal»' },
  ...{ quoteId: '«A.openQuote»', contract: { contractId: '«A.openContract»', label: 'Li e aceito o contrato' } },
} as const;
const newPayment = {
  ...{ ...person, ...bought, business: 'wiseup-online', amount: 114_000, document: '390.533.447-05' },
} as const;
const card = {
  method: 'credit-card',
  installments: 3,
  fields: { token: 'a.b.c.d.e', sealedFor: 'test-acquirer', brand: 'visa', last4: '1111', expiry: '12/30' },
} as const;
const measured = {
  ...{ version: '1.2.3', visit: 'abcdefghijklmnopqrstuv', page: 'payment' },
  ...{ vitals: [{ name: 'LCP', value: 1200 }], errors: [], dropped: 0, seen: { brand: 'meusucesso', product: 'ms' } },
} as const;

const payments = (path: string): readonly ValidRequest[] => [
  { path, body: { ...newPayment, paymentMethods: [{ method: 'pix' }] }, as: 'stranger' },
  { path, body: { ...newPayment, paymentMethods: [{ method: 'bankslip' }] }, as: 'stranger' },
  { path, body: { ...newPayment, paymentMethods: [card, { method: 'pix', amount: 50_000 }] }, as: 'stranger' },
  { path, body: { ...ownPayment, paymentMethods: [{ method: 'pix' }] } },
  { path, body: { ...ownPayment, paymentMethods: [card] } },
];
const renewed = (version: string, body: object): readonly ValidRequest[] =>
  (['subscription', 'upgrade'] as const).map((thing) => ({
    path: `/api/${version}/subscription/«A.${thing}»/renew`,
    body: { subscriptionId: `«A.${thing}»`, business: 'meusucesso', ...body },
  }));

/** By the name of the operation. */
export const validRequests: Readonly<Record<string, readonly ValidRequest[]>> = {
  'POST /api/v1/lead': [{ path: '/api/v1/lead', body: { ...person, ...bought, marketingConsent: true } }],
  'PATCH /api/v1/lead/{leadId}': [
    {
      path: '/api/v1/lead/«A.openLead»',
      body: { birthDate: '1990-02-03', document: { type: 'cpf', number: '390.533.447-05' } },
    },
  ],
  'POST /api/v1/quote': [
    { path: '/api/v1/quote', body: { leadId: '«A.openLead»' } },
    { path: '/api/v1/quote', body: { leadId: '«A.openLead»', orderBumps: [] } },
  ],
  'POST /api/v1/product/{code}/contract/generate': [
    { path: '/api/v1/product/meusucesso/contract/generate', body: { sfLeadId: '«A.openLead»' } },
  ],
  'POST /api/v1/payment': payments('/api/v1/payment'),
  'POST /api/v2/payment': payments('/api/v2/payment'),
  'POST /api/v1/subscription/{id}/renew': renewed('v1', { paymentMethod: 'pix' }),
  'POST /api/v2/subscription/{id}/renew': renewed('v2', {
    ...{ amount: 114_000, type: 'renew', paymentMethods: [{ method: 'pix' }] },
  }),
  'POST /api/v2/subscription/{id}/custom-sale/verify-card': [
    {
      path: '/api/v2/subscription/«A.subscription»/custom-sale/verify-card',
      body: { method: 'credit-card', fields: { ...card.fields, document: '«A.document»', keep: 'yes' } },
    },
  ],
  'POST /api/v1/order/{orderId}/upsell': [
    { path: '/api/v1/order/«A.order»/upsell', body: { decision: 'accepted' } },
    { path: '/api/v1/order/«A.order»/upsell', body: { decision: 'declined' } },
  ],
  'POST /api/v1/orders/{orderId}/refunds': [
    {
      path: '/api/v1/orders/«A.order»/refunds',
      body: { refundId: '«fresh»', amount: 100, reason: 'x' },
      as: 'operator',
    },
  ],
  'POST /api/v1/access/exchange': [{ path: '/api/v1/access/exchange', body: { token: '«A.access»' } }],
  'POST /api/v1/lead/{leadId}/phones/send-sms': [{ path: '/api/v1/lead/«A.openLead»/phones/send-sms', body: begun }],
  'POST /api/v1/lead/{leadId}/phones/validate': [
    { path: '/api/v1/lead/«A.openLead»/phones/validate', body: { code: '123456', ...begun } },
  ],
  'DELETE /api/v1/lead/{leadId}/payment-profiles/{profileId}': [
    { path: '/api/v1/lead/«B.lead»/payment-profiles/«B.profile»', body: undefined },
  ],
  'GET /api/v1/product/{code}': [{ path: '/api/v1/product/wise-up-online?voucher=x', body: undefined }],
  'GET /api/v2/product/{code}': [
    { path: '/api/v2/product/meusucesso?business=meusucesso&priceMode=min', body: undefined },
  ],
  'POST /api/v1/measures': [{ path: '/api/v1/measures', body: measured }],
};
