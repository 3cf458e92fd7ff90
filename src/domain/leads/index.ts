export type { ConsentInput, Lead, LeadInput, LeadPatch } from './lead.types.ts';
