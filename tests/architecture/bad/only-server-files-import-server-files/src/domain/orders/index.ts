export type { Row } from './order.repository.server.ts';
