export * from './index.ts';
export {
  deleteProfile,
  keepProfile,
  mayUseProfile,
  profileForCharge,
  profileIdsOfAttempt,
  profilesOf,
  recordKeepConsent,
} from './profile.repository.server.ts';
