export { value } from '../../domain/orders/order.repository.server.ts';
