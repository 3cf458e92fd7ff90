export {
  carryTerm,
  closeOrder,
  createOrder,
  lockOrder,
  lockOrderOfAttempt,
  lockSuccessor,
  makeCurrent,
  orderById,
  shownReference,
} from './order.repository.server.ts';
export { agreedAmountOf } from './agreed-price.repository.server.ts';
export { type CoverDecision, decideCover } from './cover.ts';
export type { AttemptView, Order, OrderView, SplitView } from './order.types.ts';
export type { OrderState } from './order-states.ts';
export { openOrder, openOrderFor, type OrderStart } from './open-order.server.ts';
export { orderOfSession, orderView } from './order-view.repository.server.ts';
