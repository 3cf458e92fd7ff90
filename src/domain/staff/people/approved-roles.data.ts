import type { Role } from '../permissions/index.ts';

/** Roles that one person alone does not give: they move money, change webhooks or make others. As `staff_grants_approved`. */
export const approvedRoles: readonly Role[] = ['finance-lead', 'operator', 'people'];
