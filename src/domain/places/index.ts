export type { TestPlace } from './place.types.ts';
