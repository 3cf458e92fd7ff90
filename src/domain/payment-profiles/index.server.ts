export { forgetProfiles } from './forget-profiles.server.ts';
export * from './index.ts';
export { recordKeepConsent } from './keep-consent.server.ts';
export {
  deleteProfile,
  keepProfile,
  meansKeyOfProfile,
  profileForCharge,
  profileIdsOfAttempt,
  profileOfCheck,
  profileOfOrder,
  profilesOf,
} from './profile.repository.server.ts';
export { standingProfile, standingProfileForCharge } from './standing-profile.server.ts';
