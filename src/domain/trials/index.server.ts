export * from './index.ts';
export {
  hadTrial,
  knowPeople,
  noteBegunTrial,
  trialOf,
  type TrialKept,
  writeTrial,
} from './trial.repository.server.ts';
