import type { InPersonContext } from '../in-person/context.server.ts';

/** The area has no port of its own: its use cases are handed what stands below them. */
export type SubscriptionsContext = InPersonContext;
