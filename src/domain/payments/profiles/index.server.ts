export { eraseProfiles } from './erase-profiles.server.ts';
export * from './index.ts';
export { recordStorageConsent } from './storage-consent.server.ts';
export {
  deleteProfile,
  saveProfile,
  instrumentKeyOfProfile,
  profileForCharge,
  profileIdsOfAttempt,
  profileOfVerification,
  lastProfileOfOrder,
  usableProfiles,
} from './payment-profile.repository.server.ts';
export { subscriptionProfile, subscriptionProfileForCharge } from './subscription-profile.server.ts';
