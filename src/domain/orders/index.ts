export { decideCover, type Leg } from './cover.ts';
export type { AttemptView, Order, OrderView, PartView, SplitStanding, SplitView } from './order.types.ts';
