export {
  exchangeAccess,
  grantAccess,
  issueFirstAccess,
  issueLetterAccess,
  orderOfLetterAccess,
  restoreAccess,
  revokeAccess,
} from './access.repository.server.ts';
export { closeAccessOf, openAccessOf } from './subscription-access.server.ts';
