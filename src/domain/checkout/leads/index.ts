export type { Lead, LeadInput, LeadPatch } from './lead.types.ts';
export { erasedDomain, isErased } from './erased-lead.ts';
