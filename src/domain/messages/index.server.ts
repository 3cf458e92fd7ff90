export {
  markNotNeeded,
  markSent,
  queueMessage,
  unsentMessages,
  waitingMessage,
  type WaitingMessage,
} from './message.repository.server.ts';
