export { correctContact } from './correct-contact.server.ts';
export { copyLead, copyPhoneProof } from './copy-lead.server.ts';
export {
  findLead,
  leadById,
  openSessionWithLead,
  openSessionWithLeadIn,
  patchLead,
  recordConsent,
  recordConsents,
  saveLead,
} from './lead.repository.server.ts';
export { erasedDomain, isErased } from './erased-lead.ts';
export type { Lead } from './lead.types.ts';
