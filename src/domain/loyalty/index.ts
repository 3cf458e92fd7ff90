export type { PointsKind, PointsLink } from './points-link.types.ts';
export {
  earnedPoints,
  fitPoints,
  isInRange,
  pointsFor,
  type PointsRange,
  pointsRange,
  splitPrice,
  valueOfPoints,
} from './points-value.ts';
export type { MemberDesk } from './member-desk.port.ts';
export type { MemberDevice, PointsProgramme, ProgrammeFailure } from './programme.port.ts';
