// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { LeadPage as stepViewsLead } from './steps/lead/lead-page.tsx';
import { CookiesDisabledPage as pageViewsCookiesDisabled } from './pages/cookies-disabled/cookies-disabled-page.tsx';
import { GenericErrorPage as pageViewsGenericError } from './pages/generic-error/generic-error-page.tsx';
import { NotFoundPage as pageViewsNotFound } from './pages/not-found/not-found-page.tsx';
import { StagingPage as pageViewsStaging } from './pages/staging/staging-page.tsx';

export const stepViews = {
  lead: stepViewsLead,
};

export const pageViews = {
  'cookies-disabled': pageViewsCookiesDisabled,
  'generic-error': pageViewsGenericError,
  'not-found': pageViewsNotFound,
  staging: pageViewsStaging,
};
