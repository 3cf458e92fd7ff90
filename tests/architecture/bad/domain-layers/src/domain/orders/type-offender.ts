import type { value } from '../payments/index.ts';

export type Value = typeof value;
