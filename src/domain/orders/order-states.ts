/**
 * The life of an order. `partly-paid`: some money came and more is owed; `closed`: given up without money.
 * The state is a function of its tenders, never set from a single event.
 */
export const orderStates = ['open', 'partly-paid', 'paid', 'refunded', 'closed'] as const;
export type OrderState = (typeof orderStates)[number];

/** `closed → paid`: money may arrive after we gave up; it is then delivered or given back, never lost. */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  open: ['partly-paid', 'paid', 'closed'],
  'partly-paid': ['paid', 'refunded', 'closed'],
  paid: ['refunded'],
  refunded: [],
  closed: ['partly-paid', 'paid'],
};
