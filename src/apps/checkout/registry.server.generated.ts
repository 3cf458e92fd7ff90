// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { page as stepServersLead } from './steps/lead/lead.server.ts';
import { page as pageServersCookiesDisabled } from './pages/cookies-disabled/cookies-disabled.server.ts';
import { page as pageServersGenericError } from './pages/generic-error/generic-error.server.ts';
import { page as pageServersNotFound } from './pages/not-found/not-found.server.ts';
import { page as pageServersStaging } from './pages/staging/staging.server.ts';

export const stepServers = {
  lead: stepServersLead,
};

export const pageServers = {
  'cookies-disabled': pageServersCookiesDisabled,
  'generic-error': pageServersGenericError,
  'not-found': pageServersNotFound,
  staging: pageServersStaging,
};
