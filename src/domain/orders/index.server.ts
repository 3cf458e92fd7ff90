export {
  copyBillingPeriod,
  createOrder,
  lockOrder,
  ordersOfLeads,
  lockOrderOfAttempt,
  lockSuccessorOrder,
  repriceOrder,
  orderById,
  formatOrderReference,
} from './order.repository.server.ts';
export { deleteOrderMembership, eraseOrders, saveOrderMembership } from './order-membership.repository.server.ts';
export { agreedOrderAmount, orderLines } from './order-line.repository.server.ts';
export {
  closeOrder,
  markOrderPaid,
  openOrdersWithReservations,
  ordersWithExpiredHold,
  reduceOrderReturned,
  setHoldExpiry,
  setOrderReceived,
  setOrderReturned,
} from './order-payment.repository.server.ts';
export { type SplitDecision, decideSplit } from './decide-split.ts';
export type { AttemptView, Order, OrderView, SplitView } from './order.types.ts';
export type { OrderState } from './order-states.ts';
export { createUnpaidOrder, createUnpaidOrderFor, type UnpaidOrderInput } from './create-unpaid-order.server.ts';
export { orderOfSession, orderView } from './order-view.repository.server.ts';
export { saleSubject, saleSubjects, unitOfOrder } from './sale-subject.repository.server.ts';
export { chooseUnit, chooseTestLocation, saveOrderLocations } from './choose-location.server.ts';
export { saveClientId, reportSale, unreportedPurchases } from './report-sale.server.ts';
