export {
  hadTrial,
  reserveTrial,
  markTrialStarted,
  trialOf,
  type TrialRecord,
  createTrial,
} from './trial.repository.server.ts';
