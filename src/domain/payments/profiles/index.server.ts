export * from './index.ts';
export {
  deleteProfile,
  lastProfileOfOrder,
  profileForCharge,
  subscriptionProfile,
  subscriptionProfileForCharge,
  usableProfiles,
} from './chargeable-profile.repository.server.ts';
export {
  detachProfilesFromBrowsers,
  eraseProfiles,
  instrumentKeyOfProfile,
  profileIdsOfAttempt,
  profileOfVerification,
  saveProfile,
} from './payment-profile.repository.server.ts';
