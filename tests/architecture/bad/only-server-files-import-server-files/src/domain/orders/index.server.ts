export { value } from './order.repository.server.ts';
