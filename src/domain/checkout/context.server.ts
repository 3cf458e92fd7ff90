import type { MessagingContext } from '../messaging/context.server.ts';

/** The checkout has no port of its own: its use cases are handed what stands below them. */
export type CheckoutContext = MessagingContext;
