export {
  markNotNeeded,
  markSent,
  queueMessage,
  waitingMessage,
  type WaitingMessage,
} from './message.repository.server.ts';
