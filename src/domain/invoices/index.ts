export type { Invoice } from './invoice.types.ts';
