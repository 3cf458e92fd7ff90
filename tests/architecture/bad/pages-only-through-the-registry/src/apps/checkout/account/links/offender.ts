export { value } from '../../steps/greeting/step.ts';
