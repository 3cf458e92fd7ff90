export {
  closeAccessOf,
  exchangeAccess,
  grantAccess,
  issueFirstAccess,
  issueLetterAccess,
  openAccessOf,
  orderOfLetterAccess,
  restoreAccess,
  revokeAccess,
} from './access.repository.server.ts';
