import type { CheckoutContext } from '../checkout/context.server.ts';

/** The area has no port of its own: its use cases are handed what stands below them. */
export type OrdersContext = CheckoutContext;
