// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { page as stepServersLead } from './steps/lead/lead.server.ts';

export const stepServers = {
  lead: stepServersLead,
};

export const pageServers = {};
