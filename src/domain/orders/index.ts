export type { AttemptView, Order, OrderView } from './order.types.ts';
export { type OrderState, orderStates } from './order-states.ts';
