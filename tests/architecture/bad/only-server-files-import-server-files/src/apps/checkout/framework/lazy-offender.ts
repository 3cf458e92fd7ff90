export const load = () => import('#src/domain/orders/order.repository.server.ts');
