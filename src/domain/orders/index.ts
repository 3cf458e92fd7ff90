export { decideSplit, type SplitOrderPart } from './decide-split.ts';
export { type OrderState, orderStates, orderTransitions } from './order-states.ts';
export type { AttemptView, Order, OrderView, PartView, SplitPaymentStatus, SplitView } from './order.types.ts';
