export type { Lead, LeadInput, LeadPatch } from './lead.types.ts';
