export type { ChosenPlace, OpenTestPlace, PlaceKind, TestPlace } from './place.types.ts';
