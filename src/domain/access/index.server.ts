export {
  exchangeAccess,
  grantAccess,
  issueFirstAccess,
  issueLetterAccess,
  orderOfLetterAccess,
} from './access.repository.server.ts';
