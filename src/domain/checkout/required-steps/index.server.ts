export { missingStep, missingStepNow } from './missing-step.server.ts';
