export * from './index.ts';
export {
  copyUnit,
  eraseSessionLocations,
  locationOfKind,
  locationsOfOrder,
  locationsOfSession,
} from './location.repository.server.ts';
export { saveSessionLocation, saveOrderLocation } from './location.repository.server.ts';
export { seatPoolOf, openTestLocations } from './open-locations.server.ts';
