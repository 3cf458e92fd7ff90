export {
  exchangeAccess,
  grantAccess,
  issueFirstAccess,
  issueEmailAccess,
  orderOfEmailAccess,
  restoreAccess,
  revokeAccess,
} from './access.repository.server.ts';
export { revokeSubscriptionAccess, restoreSubscriptionAccess } from './subscription-access.server.ts';
