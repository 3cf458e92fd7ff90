export {
  exchangeAccess,
  type ExchangedAccess,
  grantAccess,
  issueFirstAccess,
  issueLetterAccess,
  orderOfLetterAccess,
} from './access.repository.server.ts';
