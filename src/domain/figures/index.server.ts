export { type AttemptFigure, attemptFigures, type WaitingFigure, waitingFigures } from './figures.repository.server.ts';
