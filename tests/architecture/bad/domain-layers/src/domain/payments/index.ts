export { value } from './facts/fact.ts';
