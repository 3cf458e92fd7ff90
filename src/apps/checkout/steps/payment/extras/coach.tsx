/** Ways out of a refusal: only who was refused loads them. */
export { CoachView as paymentExtra } from '../coach-view.tsx';
