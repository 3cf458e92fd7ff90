export * from './index.ts';
export { hadTrial, knowPeople, setTrialMeans, trialOf, type TrialKept, writeTrial } from './trial.repository.server.ts';
