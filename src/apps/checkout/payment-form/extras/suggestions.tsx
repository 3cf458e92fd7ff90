/** Suggestions after a decline: only pages with a decline load them. */
export { SuggestionsView as paymentExtra } from '../suggestions/suggestions-view.tsx';
