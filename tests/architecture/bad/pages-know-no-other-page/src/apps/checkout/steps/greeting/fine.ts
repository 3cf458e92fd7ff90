export { value } from './step.ts';
