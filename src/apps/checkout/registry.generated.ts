// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { manifest as stepsLead } from './steps/lead/step.ts';

export const steps = {
  lead: stepsLead,
};

export const pages = {};
