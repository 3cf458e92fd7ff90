export { value } from './offender.ts';
export const other = 2;
