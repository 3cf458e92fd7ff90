export { endGrant, letPersonBack, markPersonLeft, requestAccess, tieToken } from './change-person.server.ts';
export { approvedRoles } from './approved-roles.data.ts';
export { giveApprovedGrant, giveGrant, type GrantFailure } from './give-grant.server.ts';
