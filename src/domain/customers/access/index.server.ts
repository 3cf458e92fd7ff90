export {
  eraseAccessTokens,
  exchangeAccess,
  orderOfEmailAccess,
  revokeTokensOfEnteredCourses,
  revokeUnusedTokens,
} from './access-token.repository.server.ts';
export { accessStateOf, grantAccess, revokeAccess } from './access.repository.server.ts';
export { issueHandedOutAccess, resendAccess, resendAccessIn } from './resend-access.server.ts';
export {
  issueEmailAccess,
  issueFirstAccess,
  restoreSubscriptionAccess,
  revokeSubscriptionAccess,
} from './course-access.server.ts';
