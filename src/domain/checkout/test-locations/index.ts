export type { ChosenLocation } from './location.types.ts';
export type { LocationKind } from './location.types.ts';
