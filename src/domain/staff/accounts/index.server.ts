export {
  accountById,
  accountBySubject,
  accountOfToken,
  allAccounts,
  lockAccounts,
  markAccessRequested,
  namesOfAccounts,
  updateLeftAt,
  updateTokenName,
  upsertAccount,
} from './staff-account.repository.server.ts';
export type { StaffAccount, StaffIdentity } from './staff-account.types.ts';
