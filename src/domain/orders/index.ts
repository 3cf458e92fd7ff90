export { decideCover, type Leg } from './cover.ts';
export { type OrderState, orderTransitions } from './order-states.ts';
export type { AttemptView, Order, OrderView, PartView, SplitStanding, SplitView } from './order.types.ts';
