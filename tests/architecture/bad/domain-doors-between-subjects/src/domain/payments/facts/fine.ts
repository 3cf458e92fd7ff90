export { value } from '../ports/fact.ts';
