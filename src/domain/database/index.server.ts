export type { Database } from './database.server.ts';
