export { findLead, leadById, patchLead, recordConsents, saveLead } from './lead.repository.server.ts';
export type { ConsentInput, Lead, LeadInput, LeadPatch } from './lead.types.ts';
