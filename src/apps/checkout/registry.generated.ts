// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { manifest as stepsLead } from './steps/lead/step.ts';
import { manifest as pagesCookiesDisabled } from './pages/cookies-disabled/page.ts';
import { manifest as pagesGenericError } from './pages/generic-error/page.ts';
import { manifest as pagesNotFound } from './pages/not-found/page.ts';
import { manifest as pagesStaging } from './pages/staging/page.ts';

export const steps = {
  lead: stepsLead,
};

export const pages = {
  'cookies-disabled': pagesCookiesDisabled,
  'generic-error': pagesGenericError,
  'not-found': pagesNotFound,
  staging: pagesStaging,
};
