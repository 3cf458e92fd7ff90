export { other } from './partner.ts';
export const value = 1;
