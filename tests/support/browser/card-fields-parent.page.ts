import { createCardFrame } from '#src/rails/card/card-frame.ts';
import type { CardFrame, CardSummary } from '#src/rails/card/card-frame.ts';

/** What the tiny checkout page of the card-fields tests leaves on its window for a test to read. */
export interface CardParentWindow {
  cardFrame: CardFrame;
  received: {
    statuses: string[];
    changes: CardSummary[];
    submits: number;
    focus: (string | null)[];
    messages: unknown[];
  };
}

declare global {
  interface Window extends CardParentWindow {}
}

const iframe = document.querySelector('iframe');
if (!iframe) throw new TypeError('no frame');
const { origin = '', ready = '5000' } = iframe.dataset;
window.received = { statuses: [], changes: [], submits: 0, focus: [], messages: [] };
addEventListener('message', (event) => window.received.messages.push(event.data));
window.cardFrame = createCardFrame(
  iframe,
  { origin, readyWithinMs: Number(ready), answerWithinMs: 4_000 },
  {
    onStatus: (status) => window.received.statuses.push(status),
    onChange: (cardSummary) => window.received.changes.push(cardSummary),
    onSubmit: () => (window.received.submits += 1),
    onFocus: (field) => window.received.focus.push(field),
  },
);
