export type { Stage } from './limits.data.ts';
export type { TryRefusal } from './try-refusal.ts';
