export type { OrderMembership, PointsKind, PointsLink } from './points-link.types.ts';
export {
  earnedPoints,
  fitPoints,
  type PointsRange,
  pointsRange,
  type PriceSplit,
  splitPrice,
  valueOfPoints,
} from './points-value.ts';
export type { EarningTerms, MemberDevice, PointsAccount, PointsProgramme, ProgrammeFailure } from './programme.port.ts';
