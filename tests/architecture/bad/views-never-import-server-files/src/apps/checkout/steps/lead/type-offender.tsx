import type { LeadData } from './lead.server.ts';

export const name = (data: LeadData) => data.name;
