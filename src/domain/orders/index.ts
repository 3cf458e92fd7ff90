export type { AttemptView, Order, OrderView } from './order.types.ts';
