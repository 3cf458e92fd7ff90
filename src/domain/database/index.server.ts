export { secretColumns } from './secret-columns.data.ts';
export type { Database } from './database.server.ts';
