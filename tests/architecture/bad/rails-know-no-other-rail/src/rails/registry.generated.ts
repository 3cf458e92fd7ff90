export { value as barter } from './barter/rail.ts';
export { value as shells } from './shells/rail.ts';
