export type { TryRefusal } from './try-refusal.ts';
