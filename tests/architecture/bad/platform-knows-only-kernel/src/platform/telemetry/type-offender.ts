import type { value } from '../../domain/orders/index.ts';

export type Value = typeof value;
