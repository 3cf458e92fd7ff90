import type { CheckoutContext } from '../checkout/context.server.ts';

/** The area adds no port of its own. */
export type OrdersContext = CheckoutContext;
