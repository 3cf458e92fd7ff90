import type { CatalogContext } from '../catalog/context.server.ts';

/** Risk has no port of its own: its use cases are handed what stands below them. */
export type RiskContext = CatalogContext;
