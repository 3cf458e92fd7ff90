export * from './index.ts';
export { choosePoints } from './choose-points.server.ts';
export { type IdentifyFailure, identifyMember, programmeFor } from './identify-member.server.ts';
export { joinProgramme, leaveProgramme, membershipOf } from './membership.server.ts';
export { sweepPoints } from './points-budget.repository.server.ts';
export { pointsLinkOf } from './points-link.repository.server.ts';
export { pointsAccountOf, sendMemberCode, verifyMemberCode } from './prove-member.server.ts';
export { createMemberDesk } from './member-desk.server.ts';
export { type PointsTender, pointsTender, type TenderFailure } from './points-tender.server.ts';
