export { registerDirectoryPeople } from './register-directory-people.server.ts';
export { effectiveGrants } from './effective-grants.ts';
export {
  closeExpiredGrants,
  grantById,
  grantsInForce,
  grantsOfAccount,
  insertGrant,
  markGrantEnded,
  markGrantsEnded,
} from './staff-grant.repository.server.ts';
export type { BrandsOfBusiness, DirectoryGrant, StaffGrant } from './staff-grant.types.ts';
export { syncDirectoryGrants } from './sync-directory-grants.server.ts';
