export { chooseTestPlace, chooseUnit, keepPlaces, openTestPlaces } from './choose-place.server.ts';
export * from './index.ts';
export { copyUnit, placeOfKind, placesOfOrder, placesOfSession } from './place.repository.server.ts';
