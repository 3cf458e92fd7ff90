export type { PointsKind, PointsLink } from './points-link.types.ts';
export { earnedPoints, fitPoints, type PointsRange, pointsRange, splitPrice, valueOfPoints } from './points-value.ts';
export type { MemberDevice, PointsProgramme, ProgrammeFailure } from './programme.port.ts';
