export type { Lead, LeadPatch } from './lead.types.ts';
