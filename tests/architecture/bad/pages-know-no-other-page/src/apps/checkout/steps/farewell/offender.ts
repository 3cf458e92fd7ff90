export { value } from '../greeting/step.ts';
