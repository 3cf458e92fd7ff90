import type { DirectoryGrant } from '#src/domain/staff/index.server.ts';

/** What the people of the sandbox's directory may do, by their id there. Whoever is not here has no access yet. */
export const sandboxStaff: Readonly<Record<string, readonly DirectoryGrant[]>> = {
  ana: [{ role: 'help', scope: '*' }],
  bia: [{ role: 'help-lead', scope: '*' }],
  caio: [{ role: 'finance', scope: '*' }],
  duda: [{ role: 'finance-lead', scope: '*' }],
  eva: [{ role: 'marketing', scope: 'brand:wise-up' }],
  fabio: [{ role: 'operator', scope: '*' }],
  gil: [{ role: 'auditor', scope: '*' }],
  helena: [{ role: 'people', scope: '*' }],
};
