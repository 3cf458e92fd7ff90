export { value } from '../shells/rail.ts';
