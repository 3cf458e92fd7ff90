export * from './index.ts';
export { choosePoints, type PointsTender, pointsTender, type TenderFailure } from './chosen-points.server.ts';
export {
  type IdentifyFailure,
  identifyMember,
  joinProgramme,
  leaveProgramme,
  programmeFor,
} from './membership.server.ts';
export { sweepPoints } from './points-rate-limit.repository.server.ts';
export { erasePointsLinks, pointsLinkOf } from './points-link.repository.server.ts';
export { pointsAccountOf, sendMemberCode, verifyMemberCode } from './verify-member.server.ts';
export { createPointsMemberService } from './points-member-service.server.ts';
export { accruePoints } from './accrue-points.server.ts';
export { accrualStateOf, eraseAccruals } from './points-accrual.repository.server.ts';
