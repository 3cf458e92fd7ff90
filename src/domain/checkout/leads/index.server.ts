export { addressOfBuyer, updateAddressOfBuyer } from './buyer-address.repository.server.ts';
export { eraseConsents, recordConsent, recordConsents } from './consent.repository.server.ts';
export { erasedDomain, eraseLeads, isErased, lockLead, markLeadsChecked } from './erase-leads.repository.server.ts';
export {
  copyLead,
  type CorrectedLead,
  correctLeadEmails,
  copyPhoneProof,
  findLead,
  leadById,
  lockLeadPhone,
  markPhoneVerified,
  patchLead,
} from './lead.repository.server.ts';
export { correctContact, openSessionWithLead, openSessionWithLeadIn, saveLead } from './save-lead.server.ts';
export type { Lead } from './lead.types.ts';
