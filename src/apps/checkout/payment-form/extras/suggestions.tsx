/** Ways out of a refusal: only who was refused loads them. */
export { SuggestionsView as paymentExtra } from '../suggestions/suggestions-view.tsx';
