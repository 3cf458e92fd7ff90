export { value } from '../ports/port.ts';
