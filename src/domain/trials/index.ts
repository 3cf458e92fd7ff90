export { isSameTrial, readTrialTerms, type TrialTerms, trialTerms } from './trial-terms.ts';
