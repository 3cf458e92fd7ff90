export { value } from '#src/kernel/db/sql.server.ts';
