export { value } from '../tests/support/database.ts';
