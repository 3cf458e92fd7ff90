export type { Database } from './tables.server.ts';
