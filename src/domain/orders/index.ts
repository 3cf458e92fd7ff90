export { type CoverDecision, decideCover, type Leg } from './cover.ts';
export type { AttemptView, Order, OrderView, PartStanding, PartView, SplitStanding, SplitView } from './order.types.ts';
