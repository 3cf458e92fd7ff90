export { secretColumns } from './secret-columns.data.ts';
export { lockSweepMark, moveSweepMark } from './sweeps/sweep-mark.repository.server.ts';
export type { Database } from './database.server.ts';
