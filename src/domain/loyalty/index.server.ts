export * from './index.ts';
export { pointsLinkOf } from './points-link.repository.server.ts';
export {
  choosePoints,
  identifyMember,
  pointsAccountOf,
  sendMemberCode,
  verifyMemberCode,
} from './prove-member.server.ts';
