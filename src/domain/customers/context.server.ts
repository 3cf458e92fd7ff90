import type { OrdersContext } from '../orders/context.server.ts';
import type { PointsProgramme } from './loyalty/index.ts';
import type { SmsPort } from './phones/index.ts';

/** The context of a use case about customers, and of every area above it. */
export interface CustomersContext extends OrdersContext {
  readonly sms: SmsPort;
  /** The points programme, where there is a contract with one. */
  readonly points?: PointsProgramme | null;
}
