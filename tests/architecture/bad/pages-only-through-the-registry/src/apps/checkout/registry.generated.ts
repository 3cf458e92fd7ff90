export { value as greeting } from './steps/greeting/step.ts';
