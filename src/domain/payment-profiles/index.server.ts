export { forgetProfiles } from './forget-profiles.server.ts';
export * from './index.ts';
export {
  deleteProfile,
  keepProfile,
  meansKeyOfProfile,
  profileForCharge,
  profileIdsOfAttempt,
  profileOfCheck,
  profileOfOrder,
  profilesOf,
  recordKeepConsent,
} from './profile.repository.server.ts';
export { standingProfile, standingProfileForCharge } from './standing-profile.server.ts';
