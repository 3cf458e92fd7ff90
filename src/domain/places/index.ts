export type { ChosenPlace, TestPlace } from './place.types.ts';
