export { chooseTestPlace, chooseUnit, keepPlaces, openTestPlaces, type PlaceFailure } from './choose-place.server.ts';
export * from './index.ts';
export { placeOfKind, placesOfOrder, placesOfSession } from './place.repository.server.ts';
