export type { PointsKind, PointsLink } from './points-link.types.ts';
export {
  earnedPoints,
  roundToStep,
  isInRange,
  pointsToCover,
  type PointsRange,
  pointsRange,
  splitPrice,
  valueOfPoints,
} from './points-value.ts';
export type { PointsMemberService } from './points-member-service.port.ts';
export type { MemberDevice, PointsProgramme, ProgrammeFailure } from './programme.port.ts';
