export {
  exchangeAccess,
  grantAccess,
  issueFirstAccess,
  issueLetterAccess,
  orderOfLetterAccess,
  revokeAccess,
} from './access.repository.server.ts';
