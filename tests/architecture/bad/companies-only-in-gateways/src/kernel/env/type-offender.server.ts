import type { value } from '../../gateways/bank/gateway.server.ts';

export type Value = typeof value;
