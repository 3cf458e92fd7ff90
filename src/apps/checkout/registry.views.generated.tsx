// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { LeadPage as stepViewsLead } from './steps/lead/lead-page.tsx';

export const stepViews = {
  lead: stepViewsLead,
};

export const pageViews = {};
