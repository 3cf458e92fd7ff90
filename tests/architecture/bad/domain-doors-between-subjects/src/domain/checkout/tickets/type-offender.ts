import type { value } from '../quotes/quote.ts';

export type Value = typeof value;
