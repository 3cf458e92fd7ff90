export { value } from '../../orders/index.ts';
