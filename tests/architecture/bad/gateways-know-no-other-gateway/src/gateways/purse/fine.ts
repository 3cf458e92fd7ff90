export { value } from './client.ts';
